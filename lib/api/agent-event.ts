import { z } from "zod";
import { ageColumn, readyColumn, reasonColumn } from "./common-columns.ts";
import { conditionsSchema } from "./condition.ts";
import { instant, name, stringMap, text, whole } from "./fields.ts";
import { ledgerSchema } from "./ledger.ts";
import type { Resource } from "./object.ts";
import { defineResource } from "./resource-definition.ts";
import { rule } from "./rule.ts";
import { inputKeysAreNames, nameIsAtMost } from "./shared-rules.ts";

/** Longest name of an event: a run's name adds 11 characters and a retry's up to 4 more (protocols B). */
export const MAX_EVENT_NAME_LENGTH = 48;
/** Most targets of one event. */
export const MAX_TARGETS = 20;

const teamOutput = z.object({
  name: name().describe("Name of the upstream team, in the same namespace."),
  onPhase: z
    .enum(["Succeeded", "Failed", "*"])
    .default("Succeeded")
    .describe("Phase of the upstream run that fires: Succeeded, Failed, or * for either."),
});

const source = z.object({
  type: z.enum(["webhook", "cron", "team-output"]).describe("What fires: webhook, cron or team-output."),
  cron: text(256, 1)
    .optional()
    .describe(
      "Standard five-field cron expression, evaluated in UTC. Required with type cron, refused otherwise.",
    ),
  teamOutput: teamOutput
    .optional()
    .describe("The upstream team to watch. Required with type team-output, refused otherwise."),
});

const target = z.object({
  team: name().describe("Name of a team in the same namespace."),
  input: stringMap(64, 16_384)
    .optional()
    .describe(
      "Overrides of the team's default input. Values are templates: .trigger.name, .trigger.firedAt, .trigger.body.<field> (webhook), .trigger.output (team-output).",
    ),
});

const spec = z.object({
  source: source.describe("What fires the event."),
  targets: z.array(target).min(1).max(MAX_TARGETS).describe("Teams started by each fire, in parallel."),
  concurrencyPolicy: z
    .enum(["Allow", "Forbid"])
    .default("Allow")
    .describe(
      "Allow starts a run whatever else runs. Forbid skips a fire while a run of this event is active.",
    ),
  suspended: z.boolean().default(false).describe("When true nothing fires; the resource is kept."),
});

const status = z.object({
  webhookURL: text(2_048).optional().describe("Cluster-internal address to POST to (webhook events only)."),
  lastFiredAt: instant().optional().describe("When the event last fired."),
  nextFireAt: instant()
    .optional()
    .describe("Next scheduled fire (cron events only); absent while suspended."),
  firedCount: whole(0, Number.MAX_SAFE_INTEGER).optional().describe("How many times the event has fired."),
  observedGeneration: whole(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe("The metadata.generation that this status reflects."),
  conditions: conditionsSchema.optional().describe("Ready is True when the source is active."),
  ledger: ledgerSchema
    .optional()
    .describe("Internal bookkeeping of the operator. Not for reading or writing."),
});

export type AgentEventSpec = z.infer<typeof spec>;
export type AgentEventStatus = z.infer<typeof status>;
/** What fires an event. */
export type EventSource = AgentEventSpec["source"];
/** A team that a fire starts. */
export type EventTarget = AgentEventSpec["targets"][number];
/** One event source and the teams it starts. */
export type AgentEvent = Resource<"AgentEvent", AgentEventSpec, AgentEventStatus>;

/** The AgentEvent kind (the specification's "AgentEvent"). */
export const AgentEventResource = defineResource<AgentEvent>({
  kind: "AgentEvent",
  plural: "agentevents",
  singular: "agentevent",
  shortNames: ["aev"],
  description:
    "An event source (webhook, schedule or another team's result) and the teams that each fire starts.",
  spec,
  status,
  columns: [
    { name: "Source", type: "string", jsonPath: ".spec.source.type", description: "What fires" },
    { name: "Schedule", type: "string", jsonPath: ".spec.source.cron", description: "Cron expression, UTC" },
    {
      name: "Suspended",
      type: "boolean",
      jsonPath: ".spec.suspended",
      description: "Whether fires are paused",
    },
    readyColumn("Whether the source is active"),
    { name: "Fired", type: "integer", jsonPath: ".status.firedCount", description: "Number of fires" },
    { name: "Last", type: "date", jsonPath: ".status.lastFiredAt", description: "When it last fired" },
    {
      name: "Next",
      type: "string",
      jsonPath: ".status.nextFireAt",
      description: "Next scheduled fire",
      priority: 1,
    },
    reasonColumn,
    ageColumn,
  ],
  rules: [
    nameIsAtMost(MAX_EVENT_NAME_LENGTH),
    rule<EventSource>({
      path: ["spec", "source"],
      cel: "(self.type == 'cron') == has(self.cron)",
      message: "cron is required when type is cron, and refused otherwise",
      holds: (self) => (self.type === "cron") === (self.cron !== undefined),
    }),
    rule<EventSource>({
      path: ["spec", "source"],
      cel: "(self.type == 'team-output') == has(self.teamOutput)",
      message: "teamOutput is required when type is team-output, and refused otherwise",
      holds: (self) => (self.type === "team-output") === (self.teamOutput !== undefined),
    }),
    inputKeysAreNames(["spec", "targets", "*", "input"]),
  ],
});
