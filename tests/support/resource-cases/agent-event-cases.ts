import { AgentEventResource, MAX_EVENT_NAME_LENGTH, MAX_TARGETS } from "../../../lib/api/agent-event.ts";
import { copies, entries, type KindCases, wideText } from "./resource-case.ts";

const webhook = { type: "webhook" };
const targets = [{ team: "writers" }];
const minimalSpec = { source: webhook, targets };
const rest = { concurrencyPolicy: "Allow", suspended: false };

/** What an API server does with AgentEvents. */
export const agentEventCases: KindCases = {
  definition: AgentEventResource,
  minimalSpec,
  cases: [
    { name: "fills in the defaults", spec: minimalSpec, becomes: { ...minimalSpec, ...rest } },
    {
      name: "fills in a default within an object",
      spec: { source: { type: "team-output", teamOutput: { name: "up" } }, targets },
      becomes: {
        source: { type: "team-output", teamOutput: { name: "up", onPhase: "Succeeded" } },
        targets,
        ...rest,
      },
    },
    {
      name: "drops unknown fields at every depth",
      spec: {
        ...minimalSpec,
        extra: 1,
        source: { ...webhook, extra: { a: 1 } },
        targets: [{ team: "writers", extra: [1] }],
      },
      becomes: { ...minimalSpec, ...rest },
    },
    {
      name: "takes a null for an absent field, and defaults it",
      spec: { ...minimalSpec, suspended: null, source: { ...webhook, cron: null } },
      becomes: { ...minimalSpec, ...rest },
    },
    {
      name: "drops a null entry of a map",
      spec: { source: webhook, targets: [{ team: "writers", input: { a: null, b: "x" } }] },
      becomes: { source: webhook, targets: [{ team: "writers", input: { b: "x" } }], ...rest },
    },
    {
      name: "keeps false and empty texts",
      spec: { ...minimalSpec, targets: [{ team: "a", input: { a: "" } }], suspended: false },
    },
    { name: "takes a schedule", spec: { source: { type: "cron", cron: "*/5 * * * *" }, targets } },
    {
      name: "takes the star as a phase",
      spec: { source: { type: "team-output", teamOutput: { name: "up", onPhase: "*" } }, targets },
    },
    { name: "refuses a null for a required field", spec: { source: null, targets }, flaws: ["spec.source"] },
    { name: "refuses a missing source", spec: { targets }, flaws: ["spec.source"] },
    { name: "refuses a missing spec", flaws: ["spec"] },
    {
      name: "refuses a null in a list",
      spec: { source: webhook, targets: [null] },
      flaws: ["spec.targets[0]"],
    },
    { name: "refuses a text for an object", spec: { source: "webhook", targets }, flaws: ["spec.source"] },
    { name: "refuses a list for an object", spec: { source: [], targets }, flaws: ["spec.source"] },
    { name: "refuses an object for a list", spec: { source: webhook, targets: {} }, flaws: ["spec.targets"] },
    {
      name: "refuses a text for a boolean",
      spec: { ...minimalSpec, suspended: "yes" },
      flaws: ["spec.suspended"],
    },
    {
      name: "refuses an unknown type and policy",
      spec: { source: { type: "timer" }, targets, concurrencyPolicy: "Replace" },
      flaws: ["spec.source.type", "spec.concurrencyPolicy"],
    },
    {
      name: "refuses an unknown phase",
      spec: { source: { type: "team-output", teamOutput: { name: "up", onPhase: "Running" } }, targets },
      flaws: ["spec.source.teamOutput.onPhase"],
    },
    { name: "refuses to fire nothing", spec: { source: webhook, targets: [] }, flaws: ["spec.targets"] },
    {
      name: "takes the most targets",
      spec: { source: webhook, targets: copies(MAX_TARGETS, { team: "a" }) },
    },
    {
      name: "refuses one target more",
      spec: { source: webhook, targets: copies(MAX_TARGETS + 1, { team: "a" }) },
      flaws: ["spec.targets"],
    },
    {
      name: "names the item of a list that is wrong",
      spec: { source: webhook, targets: [{ team: "a" }, { team: "Not A Name" }, {}] },
      flaws: ["spec.targets[1].team", "spec.targets[2].team"],
    },
    {
      name: "refuses a number as an input value",
      spec: { source: webhook, targets: [{ team: "a", input: { count: 3 } }] },
      flaws: ["spec.targets[0].input.count"],
    },
    {
      name: "takes the most input",
      spec: { source: webhook, targets: [{ team: "a", input: entries(64, "x") }] },
    },
    {
      name: "refuses one input value more",
      spec: { source: webhook, targets: [{ team: "a", input: entries(65, "x") }] },
      flaws: ["spec.targets[0].input"],
    },
    {
      name: "counts the characters of a value, not their UTF-16 units",
      spec: { source: webhook, targets: [{ team: "a", input: { long: wideText(16_384) } }] },
    },
    {
      name: "refuses a value of one character more",
      spec: { source: webhook, targets: [{ team: "a", input: { long: wideText(16_385) } }] },
      flaws: ["spec.targets[0].input.long"],
    },
    {
      name: "refuses an input key that no template can name",
      spec: { source: webhook, targets: [{ team: "a" }, { team: "a", input: { "a.b": "x" } }] },
      flaws: ["spec.targets[1].input"],
    },
    {
      name: "takes an input key of 63 characters",
      spec: { source: webhook, targets: [{ team: "a", input: { ["k".repeat(63)]: "x" } }] },
    },
    {
      name: "refuses an input key of 64 characters",
      spec: { source: webhook, targets: [{ team: "a", input: { ["k".repeat(64)]: "x" } }] },
      flaws: ["spec.targets[0].input"],
    },
    {
      name: "refuses type cron without a schedule",
      spec: { source: { type: "cron" }, targets },
      flaws: ["spec.source"],
    },
    {
      name: "refuses a schedule with another type",
      spec: { source: { type: "webhook", cron: "* * * * *" }, targets },
      flaws: ["spec.source"],
    },
    {
      name: "refuses an empty schedule",
      spec: { source: { type: "cron", cron: "" }, targets },
      flaws: ["spec.source.cron"],
    },
    {
      name: "refuses team-output without a team",
      spec: { source: { type: "team-output" }, targets },
      flaws: ["spec.source"],
    },
    {
      name: "refuses a team with another type",
      spec: { source: { type: "webhook", teamOutput: { name: "up" } }, targets },
      flaws: ["spec.source"],
    },
    { name: "takes the longest name", objectName: "n".repeat(MAX_EVENT_NAME_LENGTH), spec: minimalSpec },
    {
      name: "refuses a name of one character more",
      objectName: "n".repeat(MAX_EVENT_NAME_LENGTH + 1),
      spec: minimalSpec,
      flaws: [""],
    },
    { name: "lets a spec change", replaces: minimalSpec, spec: { ...minimalSpec, suspended: true } },
    {
      name: "takes a status, without its unknown fields",
      status: { firedCount: 3, extra: 1, ledger: { turn: 1, extra: 1 } },
      becomes: { firedCount: 3, ledger: { turn: 1 } },
    },
    { name: "refuses a negative count", status: { firedCount: -1 }, flaws: ["status.firedCount"] },
    { name: "refuses half a fire", status: { firedCount: 0.5 }, flaws: ["status.firedCount"] },
    {
      name: "refuses a date that is none",
      status: { lastFiredAt: "yesterday" },
      flaws: ["status.lastFiredAt"],
    },
    {
      name: "takes a date with fractions and an offset",
      status: { lastFiredAt: "2026-01-02T03:04:05.678+01:00" },
    },
    {
      name: "refuses a condition without a reason",
      status: {
        conditions: [
          { type: "Ready", status: "True", message: "", lastTransitionTime: "2026-01-02T03:04:05Z" },
        ],
      },
      flaws: ["status.conditions[0].reason"],
    },
  ],
};
