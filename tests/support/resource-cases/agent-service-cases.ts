import { AgentServiceResource } from "../../../lib/api/agent-service.ts";
import { entries, type KindCases } from "./resource-case.ts";

const selecting = (matchLabels: unknown) => ({ selector: { matchLabels } });
const minimalSpec = selecting({ role: "writer" });

/** What an API server does with AgentServices. */
export const agentServiceCases: KindCases = {
  definition: AgentServiceResource,
  minimalSpec,
  cases: [
    { name: "takes a label", spec: minimalSpec, becomes: minimalSpec },
    { name: "refuses to select nothing", spec: selecting({}), flaws: ["spec.selector.matchLabels"] },
    { name: "refuses a missing selector", spec: {}, flaws: ["spec.selector"] },
    {
      name: "refuses a selector without labels",
      spec: { selector: {} },
      flaws: ["spec.selector.matchLabels"],
    },
    { name: "refuses labels as a list", spec: selecting(["role"]), flaws: ["spec.selector.matchLabels"] },
    { name: "takes the most labels", spec: selecting(entries(16, "x")) },
    {
      name: "refuses one label more",
      spec: selecting(entries(17, "x")),
      flaws: ["spec.selector.matchLabels"],
    },
    { name: "takes a value of 63 characters", spec: selecting({ role: "r".repeat(63) }) },
    {
      name: "refuses a value of 64 characters",
      spec: selecting({ role: "r".repeat(64) }),
      flaws: ["spec.selector.matchLabels.role"],
    },
    {
      name: "takes endpoints",
      status: { endpoints: 3, readyEndpoints: 2 },
      becomes: { endpoints: 3, readyEndpoints: 2 },
    },
    { name: "refuses fewer than no endpoints", status: { endpoints: -1 }, flaws: ["status.endpoints"] },
  ],
};
