import { AgentResource, MAX_REPLICAS } from "../../../lib/api/agent.ts";
import { copies, type KindCases } from "./resource-case.ts";

const minimalSpec = { model: "small" };
const rest = { replicas: 1, maxConcurrentTasks: 4, livenessProbe: { type: "ping", intervalSeconds: 60 } };
const probing = (livenessProbe: object) => ({ ...minimalSpec, livenessProbe });
const asked = (expect: object) => probing({ type: "semantic", validatorPrompt: "2+2?", expect });

/** What an API server does with Agents. */
export const agentCases: KindCases = {
  definition: AgentResource,
  minimalSpec,
  cases: [
    { name: "fills in the defaults", spec: minimalSpec, becomes: { ...minimalSpec, ...rest } },
    {
      name: "fills in the rest of a probe",
      spec: probing({ type: "semantic" }),
      becomes: { ...minimalSpec, ...rest, livenessProbe: { type: "semantic", intervalSeconds: 60 } },
    },
    {
      name: "fills in the key of a Secret",
      spec: { ...minimalSpec, provider: { apiKeySecretRef: { name: "openai" } } },
      becomes: { ...minimalSpec, ...rest, provider: { apiKeySecretRef: { name: "openai", key: "apiKey" } } },
    },
    { name: "refuses an agent without a model", spec: {}, flaws: ["spec.model"] },
    { name: "refuses an empty model", spec: { model: "" }, flaws: ["spec.model"] },
    { name: "refuses a number for a model", spec: { model: 4 }, flaws: ["spec.model"] },
    { name: "takes no replicas", spec: { ...minimalSpec, replicas: 0 } },
    { name: "takes the most replicas", spec: { ...minimalSpec, replicas: MAX_REPLICAS } },
    {
      name: "refuses more replicas",
      spec: { ...minimalSpec, replicas: MAX_REPLICAS + 1 },
      flaws: ["spec.replicas"],
    },
    { name: "refuses half a replica", spec: { ...minimalSpec, replicas: 0.5 }, flaws: ["spec.replicas"] },
    { name: "refuses a number as a text", spec: { ...minimalSpec, replicas: "1" }, flaws: ["spec.replicas"] },
    {
      name: "refuses no tasks at once",
      spec: { ...minimalSpec, maxConcurrentTasks: 0 },
      flaws: ["spec.maxConcurrentTasks"],
    },
    { name: "refuses an unknown probe", spec: probing({ type: "tcp" }), flaws: ["spec.livenessProbe.type"] },
    {
      name: "refuses a probe without pause",
      spec: probing({ intervalSeconds: 0 }),
      flaws: ["spec.livenessProbe.intervalSeconds"],
    },
    { name: "takes an exact expectation", spec: asked({ equals: "4" }) },
    { name: "takes a part as an expectation", spec: asked({ contains: "4" }) },
    { name: "takes a pattern as an expectation", spec: asked({ pattern: "^4$" }) },
    { name: "refuses an expectation of nothing", spec: asked({}), flaws: ["spec.livenessProbe.expect"] },
    {
      name: "refuses two expectations at once",
      spec: asked({ equals: "4", contains: "4" }),
      flaws: ["spec.livenessProbe.expect"],
    },
    {
      name: "refuses an expectation without a prompt",
      spec: probing({ type: "semantic", expect: { equals: "4" } }),
      flaws: ["spec.livenessProbe"],
    },
    {
      name: "takes an https address",
      spec: { ...minimalSpec, provider: { baseURL: "https://api.example/v1" } },
    },
    {
      name: "refuses an address that is not HTTP",
      spec: { ...minimalSpec, provider: { baseURL: "file:///etc/passwd" } },
      flaws: ["spec.provider.baseURL"],
    },
    {
      name: "refuses names that no Secret and no key can have",
      spec: { ...minimalSpec, provider: { apiKeySecretRef: { name: "A", key: "a/b" } } },
      flaws: ["spec.provider.apiKeySecretRef.name", "spec.provider.apiKeySecretRef.key"],
    },
    {
      name: "takes quantities",
      spec: { ...minimalSpec, resources: { requests: { cpu: "100m", memory: "1.5Gi" } } },
    },
    {
      name: "refuses what is no quantity",
      spec: { ...minimalSpec, resources: { limits: { cpu: "lots", memory: "1 Gi" } } },
      flaws: ["spec.resources.limits.cpu", "spec.resources.limits.memory"],
    },
    { name: "takes a name of 47 characters", objectName: "n".repeat(47), spec: minimalSpec },
    { name: "refuses a name of 48 characters", objectName: "n".repeat(48), spec: minimalSpec, flaws: [""] },
    { name: "takes a name that a Service may have", objectName: "gpt-4o", spec: minimalSpec },
    { name: "refuses a name that begins with a digit", objectName: "4o", spec: minimalSpec, flaws: [""] },
    { name: "refuses a name with a dot", objectName: "gpt-4.1", spec: minimalSpec, flaws: [""] },
    {
      name: "takes the probes of pods",
      status: { lastProbe: [{ pod: "p", at: "2026-01-02T03:04:05Z", verdict: "Healthy" }] },
    },
    {
      name: "refuses more probes than pods can be",
      status: {
        lastProbe: copies(MAX_REPLICAS + 1, { pod: "p", at: "2026-01-02T03:04:05Z", verdict: "Healthy" }),
      },
      flaws: ["status.lastProbe"],
    },
  ],
};
