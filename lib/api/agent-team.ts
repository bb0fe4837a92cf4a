import { z } from "zod";
import { ageColumn, readyColumn, reasonColumn } from "./common-columns.ts";
import { conditionsSchema } from "./condition.ts";
import {
  instant,
  MAX_INPUT_KEYS,
  MAX_NAME_LENGTH,
  MAX_TEMPLATE_LENGTH,
  name,
  stringMap,
  text,
  whole,
} from "./fields.ts";
import type { Resource } from "./object.ts";
import { defineResource } from "./resource-definition.ts";
import { rule } from "./rule.ts";
import { inputKeysAreNames, nameIsAtMost } from "./shared-rules.ts";

/** Most steps of one team. */
export const MAX_STEPS = 32;
/** Longest timeout of a step or run: a day. */
export const MAX_TIMEOUT_SECONDS = 86_400;

const step = z.object({
  name: name().describe("Name of the step, unique in the team."),
  service: name().describe("AgentService that does the step, in the same namespace."),
  prompt: text(MAX_TEMPLATE_LENGTH, 1).describe(
    "Template of the prompt: .input.<key>, and .steps.<name>.output of the steps it depends on.",
  ),
  dependsOn: z.array(name()).max(MAX_STEPS).optional().describe("Steps that have to succeed first."),
  timeoutSeconds: whole(1, MAX_TIMEOUT_SECONDS)
    .default(300)
    .describe("Longest time for one attempt, queueing included."),
  retries: whole(0, 10).default(0).describe("How often a failed attempt is repeated."),
});

const runHistoryLimit = z.object({
  succeeded: whole(0, 1_000).default(10).describe("How many succeeded runs are kept."),
  failed: whole(0, 1_000).default(3).describe("How many failed runs are kept."),
});

/** The spec of a team; a run's snapshot has the same shape. */
export const agentTeamSpecSchema = z.object({
  input: stringMap(MAX_INPUT_KEYS, 16_384).optional().describe("Default input values."),
  steps: z.array(step).min(1).max(MAX_STEPS).describe("The pipeline: a directed acyclic graph of steps."),
  output: text(MAX_TEMPLATE_LENGTH)
    .optional()
    .describe("Template of the run's output; the output of the last step when absent."),
  timeoutSeconds: whole(1, MAX_TIMEOUT_SECONDS).default(600).describe("Longest time for a whole run."),
  runHistoryLimit: runHistoryLimit
    .default({ succeeded: 10, failed: 3 })
    .describe("How many ended runs of the team are kept."),
});

const stepStatus = z.object({
  name: text(MAX_NAME_LENGTH).describe("Name of the step."),
  phase: z.enum(["Pending", "Running", "Succeeded", "Failed", "Skipped"]).describe("Where the step is."),
  startedAt: instant().optional().describe("When its first attempt began."),
  completedAt: instant().optional().describe("When it ended."),
});

const status = z.object({
  phase: z
    .enum(["Running", "Succeeded", "Failed"])
    .optional()
    .describe("Phase of the latest run: Running from the moment it exists until it ends."),
  steps: z.array(stepStatus).max(MAX_STEPS).optional().describe("Steps of the latest run."),
  lastRunName: text(MAX_NAME_LENGTH).optional().describe("Name of the latest run."),
  observedGeneration: whole(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe("The metadata.generation that this status reflects."),
  conditions: conditionsSchema.optional().describe("Ready is True when the team can run."),
});

export type AgentTeamSpec = z.infer<typeof agentTeamSpecSchema>;
export type AgentTeamStatus = z.infer<typeof status>;
/** One step of a team. */
export type TeamStep = AgentTeamSpec["steps"][number];
/** A pipeline of steps done by agents. */
export type AgentTeam = Resource<"AgentTeam", AgentTeamSpec, AgentTeamStatus>;

/** The AgentTeam kind (the specification's "Team input defaults" and "States and transitions"). */
export const AgentTeamResource = defineResource<AgentTeam>({
  kind: "AgentTeam",
  plural: "agentteams",
  singular: "agentteam",
  shortNames: ["ateam"],
  description: "A pipeline of steps, each done by an agent, with default input.",
  spec: agentTeamSpecSchema,
  status,
  columns: [
    { name: "Phase", type: "string", jsonPath: ".status.phase", description: "Phase of the latest run" },
    {
      name: "Last Run",
      type: "string",
      jsonPath: ".status.lastRunName",
      description: "Name of the latest run",
    },
    readyColumn("Whether the team can run"),
    reasonColumn,
    ageColumn,
  ],
  rules: [
    nameIsAtMost(MAX_NAME_LENGTH),
    inputKeysAreNames(["spec", "input"]),
    rule<TeamStep[]>({
      path: ["spec", "steps"],
      cel: "self.all(step, self.exists_one(other, other.name == step.name))",
      message: "step names must be unique",
      holds: (steps) => new Set(steps.map((each) => each.name)).size === steps.length,
    }),
    rule<TeamStep[]>({
      path: ["spec", "steps"],
      cel: "self.all(step, !has(step.dependsOn) || step.dependsOn.all(needed, self.exists(other, other.name == needed)))",
      message: "dependsOn must name steps of the same team",
      holds: (steps) => {
        const names = new Set(steps.map((each) => each.name));
        return steps.every((each) => (each.dependsOn ?? []).every((needed) => names.has(needed)));
      },
    }),
  ],
});
