import { AgentRunResource, MAX_RUN_OUTPUT_BYTES, MAX_STEP_OUTPUT_BYTES } from "../../../lib/api/agent-run.ts";
import { copies, entries, type KindCases, wideText } from "./resource-case.ts";

const byHand = { type: "cli" };
const fired = { type: "webhook", event: "bell", fireID: "abc", firedAt: "2026-01-02T03:04:05Z" };
const minimalSpec = { team: "writers", trigger: byHand };

/** What an API server does with AgentRuns. */
export const agentRunCases: KindCases = {
  definition: AgentRunResource,
  minimalSpec,
  cases: [
    { name: "takes a run that was started by hand", spec: minimalSpec, becomes: minimalSpec },
    { name: "takes a run that was fired", spec: { team: "writers", trigger: fired, input: { a: "b" } } },
    { name: "refuses a run without a team", spec: { trigger: byHand }, flaws: ["spec.team"] },
    { name: "refuses a run without a trigger", spec: { team: "writers" }, flaws: ["spec.trigger"] },
    {
      name: "refuses a fire without an event",
      spec: { team: "writers", trigger: { type: "webhook", fireID: "abc" } },
      flaws: ["spec.trigger"],
    },
    {
      name: "refuses a fire without an id",
      spec: { team: "writers", trigger: { type: "cron", event: "bell" } },
      flaws: ["spec.trigger"],
    },
    {
      name: "refuses an id for a run that was started by hand",
      spec: { team: "writers", trigger: { ...byHand, fireID: "abc" } },
      flaws: ["spec.trigger"],
    },
    {
      name: "never lets a spec change",
      replaces: minimalSpec,
      spec: { ...minimalSpec, team: "others" },
      flaws: ["spec"],
    },
    {
      name: "never lets a spec grow",
      replaces: minimalSpec,
      spec: { ...minimalSpec, input: { a: "b" } },
      flaws: ["spec"],
    },
    {
      name: "takes a spec that is the same in another order",
      replaces: { team: "writers", input: { a: "1", b: "2" }, trigger: byHand },
      spec: { trigger: byHand, input: { b: "2", a: "1" }, team: "writers" },
    },
    {
      name: "takes the most input: the output of an upstream beside 64 values",
      spec: { ...minimalSpec, input: entries(65, "x") },
    },
    { name: "refuses more input", spec: { ...minimalSpec, input: entries(66, "x") }, flaws: ["spec.input"] },
    {
      name: "takes siblings",
      spec: { ...minimalSpec, trigger: { ...byHand, siblings: copies(20, { name: "r", team: "t" }) } },
    },
    {
      name: "refuses more siblings than an event has targets",
      spec: { ...minimalSpec, trigger: { ...byHand, siblings: copies(21, { name: "r", team: "t" }) } },
      flaws: ["spec.trigger.siblings"],
    },
    {
      name: "refuses an upstream without a uid",
      spec: { ...minimalSpec, trigger: { ...byHand, upstream: { team: "t", run: "r" } } },
      flaws: ["spec.trigger.upstream.uid"],
    },
    { name: "takes a name of 63 characters", objectName: "n".repeat(63), spec: minimalSpec },
    { name: "refuses a name of 64 characters", objectName: "n".repeat(64), spec: minimalSpec, flaws: [""] },
    {
      name: "takes the longest outputs",
      status: {
        output: wideText(MAX_RUN_OUTPUT_BYTES),
        steps: [{ name: "s", phase: "Succeeded", output: wideText(MAX_STEP_OUTPUT_BYTES) }],
      },
    },
    {
      name: "refuses longer outputs",
      status: {
        output: wideText(MAX_RUN_OUTPUT_BYTES + 1),
        steps: [{ name: "s", phase: "Succeeded", output: wideText(MAX_STEP_OUTPUT_BYTES + 1) }],
      },
      flaws: ["status.steps[0].output", "status.output"],
    },
    {
      name: "fills in the defaults of a snapshot",
      status: { teamSpec: { steps: [{ name: "a", service: "s", prompt: "p" }] } },
      becomes: {
        teamSpec: {
          steps: [{ name: "a", service: "s", prompt: "p", timeoutSeconds: 300, retries: 0 }],
          timeoutSeconds: 600,
          runHistoryLimit: { succeeded: 10, failed: 3 },
        },
      },
    },
    {
      name: "refuses a phase that no step has",
      status: { steps: [{ name: "s", phase: "Lost" }] },
      flaws: ["status.steps[0].phase"],
    },
    {
      name: "refuses a step without a name",
      status: { steps: [{ phase: "Pending" }] },
      flaws: ["status.steps[0].name"],
    },
  ],
};
