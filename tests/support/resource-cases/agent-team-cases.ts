import { AgentTeamResource, MAX_STEPS, MAX_TIMEOUT_SECONDS } from "../../../lib/api/agent-team.ts";
import { MAX_TEMPLATE_LENGTH } from "../../../lib/api/fields.ts";
import { entries, type KindCases, wideText } from "./resource-case.ts";

const step = (name: string, more: object = {}) => ({ name, service: "writer", prompt: "Write.", ...more });
const minimalSpec = { steps: [step("one")] };
const fullStep = { ...step("one"), timeoutSeconds: 300, retries: 0 };
const rest = { timeoutSeconds: 600, runHistoryLimit: { succeeded: 10, failed: 3 } };
const steps = (count: number) => Array.from({ length: count }, (_, index) => step(`s${index}`));

/** What an API server does with AgentTeams. */
export const agentTeamCases: KindCases = {
  definition: AgentTeamResource,
  minimalSpec,
  cases: [
    { name: "fills in the defaults", spec: minimalSpec, becomes: { steps: [fullStep], ...rest } },
    {
      name: "fills in the rest of a history limit",
      spec: { ...minimalSpec, runHistoryLimit: { failed: 0 } },
      becomes: { steps: [fullStep], timeoutSeconds: 600, runHistoryLimit: { succeeded: 10, failed: 0 } },
    },
    { name: "refuses a team without steps", spec: { steps: [] }, flaws: ["spec.steps"] },
    { name: "takes the most steps", spec: { steps: steps(MAX_STEPS) } },
    { name: "refuses one step more", spec: { steps: steps(MAX_STEPS + 1) }, flaws: ["spec.steps"] },
    { name: "refuses two steps of one name", spec: { steps: [step("a"), step("a")] }, flaws: ["spec.steps"] },
    {
      name: "takes dependencies in any order",
      spec: { steps: [step("b", { dependsOn: ["a"] }), step("a")] },
    },
    {
      name: "leaves cycles to the operator, since CEL can't find them",
      spec: { steps: [step("a", { dependsOn: ["b"] }), step("b", { dependsOn: ["a"] })] },
    },
    {
      name: "refuses a dependency on nothing",
      spec: { steps: [step("a", { dependsOn: ["ghost"] })] },
      flaws: ["spec.steps"],
    },
    {
      name: "refuses an empty prompt",
      spec: { steps: [{ ...step("a"), prompt: "" }] },
      flaws: ["spec.steps[0].prompt"],
    },
    {
      name: "takes the longest prompt",
      spec: { steps: [{ ...step("a"), prompt: wideText(MAX_TEMPLATE_LENGTH) }] },
    },
    {
      name: "refuses a prompt of one character more",
      spec: { steps: [{ ...step("a"), prompt: wideText(MAX_TEMPLATE_LENGTH + 1) }] },
      flaws: ["spec.steps[0].prompt"],
    },
    {
      name: "refuses names that are no labels",
      spec: { steps: [{ ...step("a"), name: "A", service: "x_y" }] },
      flaws: ["spec.steps[0].name", "spec.steps[0].service"],
    },
    {
      name: "bounds times and retries from below",
      spec: { steps: [step("a", { timeoutSeconds: 0, retries: -1 })], timeoutSeconds: 0 },
      flaws: ["spec.steps[0].timeoutSeconds", "spec.steps[0].retries", "spec.timeoutSeconds"],
    },
    {
      name: "takes the longest time and the most retries",
      spec: {
        steps: [step("a", { timeoutSeconds: MAX_TIMEOUT_SECONDS, retries: 10 })],
        timeoutSeconds: MAX_TIMEOUT_SECONDS,
      },
    },
    {
      name: "bounds times and retries from above",
      spec: {
        steps: [step("a", { timeoutSeconds: MAX_TIMEOUT_SECONDS + 1, retries: 11 })],
        timeoutSeconds: MAX_TIMEOUT_SECONDS + 1,
      },
      flaws: ["spec.steps[0].timeoutSeconds", "spec.steps[0].retries", "spec.timeoutSeconds"],
    },
    {
      name: "bounds the history",
      spec: { ...minimalSpec, runHistoryLimit: { succeeded: 1_001, failed: -1 } },
      flaws: ["spec.runHistoryLimit.succeeded", "spec.runHistoryLimit.failed"],
    },
    { name: "takes default input", spec: { ...minimalSpec, input: entries(64, "x") } },
    {
      name: "refuses too much default input",
      spec: { ...minimalSpec, input: entries(65, "x") },
      flaws: ["spec.input"],
    },
    {
      name: "refuses an input key with a dash first",
      spec: { ...minimalSpec, input: { "-a": "" } },
      flaws: ["spec.input"],
    },
    { name: "takes a name of 63 characters", objectName: "n".repeat(63), spec: minimalSpec },
    { name: "refuses a name of 64 characters", objectName: "n".repeat(64), spec: minimalSpec, flaws: [""] },
    {
      name: "takes the status of a run",
      status: { phase: "Running", steps: [{ name: "one", phase: "Pending" }] },
    },
    { name: "refuses a phase that no team has", status: { phase: "Pending" }, flaws: ["status.phase"] },
  ],
};
