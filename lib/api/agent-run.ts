import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { agentTeamSpecSchema, MAX_STEPS } from "./agent-team.ts";
import { ageColumn } from "./common-columns.ts";
import { conditionsSchema } from "./condition.ts";
import { instant, MAX_INPUT_KEYS, MAX_NAME_LENGTH, name, stringMap, text, whole } from "./fields.ts";
import type { Resource } from "./object.ts";
import { defineResource } from "./resource-definition.ts";
import { rule } from "./rule.ts";
import { inputKeysAreNames, nameIsAtMost } from "./shared-rules.ts";

/** Longest output of a step, in bytes of UTF-8 (design §2: 64 KiB). */
export const MAX_STEP_OUTPUT_BYTES = 65_536;
/** Longest output of a run, in bytes of UTF-8. */
export const MAX_RUN_OUTPUT_BYTES = 262_144;
/** Most bytes of JSON that a run object may take (design §2: 1 MiB). */
export const MAX_RUN_BYTES = 1_048_576;
/** Most bytes of a fire's rendered inputs together (protocols A1: 512 KiB). */
export const MAX_FIRE_BYTES = 524_288;
/** Most teams that a chain of team-output events can name. */
export const MAX_CHAIN = 64;

const input = () => stringMap(MAX_INPUT_KEYS + 1, MAX_FIRE_BYTES);

const sibling = z.object({
  name: name().describe("Name of the run."),
  team: name().describe("Team of the run."),
  input: input().optional().describe("Resolved input of the run."),
});

const trigger = z.object({
  type: z.enum(["webhook", "cron", "team-output", "cli"]).describe("What started the run."),
  event: name().optional().describe("The event that fired."),
  eventUID: text(64).optional().describe("The uid of that event."),
  fireID: text(64).optional().describe("The fire this run belongs to; the webhook's taskID."),
  firedAt: instant().optional().describe("When the event fired, or when the run was asked for."),
  index: whole(0, 19).optional().describe("Which of the fire's runs this is; run 0 carries its record."),
  slot: instant().optional().describe("The slot of the schedule that fired."),
  upstream: z
    .object({
      team: name().describe("The upstream team."),
      run: name().describe("The upstream run."),
      uid: text(64).describe("The uid of the upstream run."),
    })
    .optional()
    .describe("The upstream run whose end fired."),
  turn: whole(0, Number.MAX_SAFE_INTEGER).optional().describe("The turn taken under Forbid."),
  bodyDigest: text(64).optional().describe("SHA-256 of the webhook's body, to recognise a replay."),
  keyed: z.boolean().optional().describe("Whether the caller sent an Idempotency-Key."),
  siblings: z.array(sibling).max(20).optional().describe("All runs of the fire, on run 0 alone."),
  chain: z
    .array(name())
    .max(MAX_CHAIN)
    .optional()
    .describe("Teams that led here through team-output events."),
});

const spec = z.object({
  team: name().describe("The team whose steps are run."),
  input: input().optional().describe("Resolved input: the team's defaults under the trigger's values."),
  trigger: trigger.describe("What started the run."),
  retryOf: z
    .object({
      run: name().describe("The failed run that this one repeats."),
      step: name().optional().describe("The one step to repeat; all failed ones when absent."),
    })
    .optional()
    .describe("Set where this run is a retry: succeeded steps are kept."),
});

const stepStatus = z.object({
  name: text(MAX_NAME_LENGTH).describe("Name of the step."),
  phase: z.enum(["Pending", "Running", "Succeeded", "Failed", "Skipped"]).describe("Where the step is."),
  output: text(MAX_STEP_OUTPUT_BYTES).optional().describe("What the agent answered."),
  error: text(4_096).optional().describe("Why the step failed, was skipped or is being repeated."),
  attempts: whole(0, 1_000).optional().describe("How many attempts have begun."),
  lostPods: whole(0, 1_000).optional().describe("How many attempts ended because the pod was gone."),
  startedAt: instant().optional().describe("When the first attempt began."),
  attemptedAt: instant().optional().describe("When the latest attempt began."),
  retryAt: instant().optional().describe("Before when the next attempt does not begin."),
  completedAt: instant().optional().describe("When the step ended."),
  pod: text(253).optional().describe("Pod of the latest attempt."),
  podUID: text(64).optional().describe("Uid of that pod."),
  taskID: text(64).optional().describe("Task of the latest attempt on that pod."),
  tokens: z
    .object({
      prompt: whole(0, Number.MAX_SAFE_INTEGER).describe("Tokens read."),
      completion: whole(0, Number.MAX_SAFE_INTEGER).describe("Tokens written."),
    })
    .optional()
    .describe("Tokens that the provider counted."),
});

const status = z.object({
  phase: z.enum(["Pending", "Running", "Succeeded", "Failed"]).optional().describe("Where the run is."),
  steps: z
    .array(stepStatus)
    .max(MAX_STEPS)
    .optional()
    .describe("The steps, in the order of the team's spec."),
  output: text(MAX_RUN_OUTPUT_BYTES).optional().describe("The run's result."),
  error: text(4_096).optional().describe("Why the run failed."),
  startedAt: instant().optional().describe("When it began."),
  completedAt: instant().optional().describe("When it ended; strictly later than the team's previous end."),
  teamSpec: agentTeamSpecSchema.optional().describe("The team's spec as it was when the run began."),
  conditions: conditionsSchema.optional().describe("Succeeded is True, False, or Unknown while it runs."),
});

export type AgentRunSpec = z.infer<typeof spec>;
export type AgentRunStatus = z.infer<typeof status>;
/** What started a run. */
export type RunTrigger = AgentRunSpec["trigger"];
/** One entry of a fire's record on run 0. */
export type SiblingRecord = z.infer<typeof sibling>;
/** A step of a run. */
export type StepStatus = z.infer<typeof stepStatus>;
/** One run of a team. */
export type AgentRun = Resource<"AgentRun", AgentRunSpec, AgentRunStatus>;

/** The AgentRun kind (the specification's run "owned by an event"). */
export const AgentRunResource = defineResource<AgentRun>({
  kind: "AgentRun",
  plural: "agentruns",
  singular: "agentrun",
  shortNames: ["arun"],
  description: "One run of a team, owned by the event that fired it or by the team. Deleting it cancels it.",
  spec,
  status,
  columns: [
    { name: "Team", type: "string", jsonPath: ".spec.team", description: "Team that runs" },
    { name: "Phase", type: "string", jsonPath: ".status.phase", description: "Where the run is" },
    { name: "Trigger", type: "string", jsonPath: ".spec.trigger.type", description: "What started it" },
    {
      name: "Event",
      type: "string",
      jsonPath: ".spec.trigger.event",
      description: "Event that fired",
      priority: 1,
    },
    { name: "Started", type: "date", jsonPath: ".status.startedAt", description: "When it began" },
    { name: "Completed", type: "date", jsonPath: ".status.completedAt", description: "When it ended" },
    ageColumn,
  ],
  rules: [
    nameIsAtMost(MAX_NAME_LENGTH),
    rule<unknown>({
      path: ["spec"],
      cel: "self == oldSelf",
      message: "spec is immutable: create another run",
      holds: (self, oldSelf) => isDeepStrictEqual(self, oldSelf),
    }),
    rule<RunTrigger>({
      path: ["spec", "trigger"],
      cel: "self.type == 'cli' ? !has(self.fireID) : has(self.fireID) && has(self.event)",
      message: "event and fireID are required unless type is cli, where fireID is refused",
      holds: (self) =>
        self.type === "cli"
          ? self.fireID === undefined
          : self.fireID !== undefined && self.event !== undefined,
    }),
    inputKeysAreNames(["spec", "input"]),
  ],
});
