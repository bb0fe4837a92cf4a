import { z } from "zod";
import { ageColumn } from "./common-columns.ts";
import { conditionsSchema } from "./condition.ts";
import { MAX_NAME_LENGTH, stringMap, whole } from "./fields.ts";
import type { Resource } from "./object.ts";
import { defineResource } from "./resource-definition.ts";
import { nameIsAtMost } from "./shared-rules.ts";

const spec = z.object({
  selector: z
    .object({
      matchLabels: stringMap(16, MAX_NAME_LENGTH, 1).describe("Labels that an Agent has to carry."),
    })
    .describe("Which Agents of the namespace do the work."),
});

const status = z.object({
  endpoints: whole(0, 100_000).optional().describe("Pods behind the service."),
  readyEndpoints: whole(0, 100_000).optional().describe("Pods that are ready for tasks."),
  observedGeneration: whole(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe("The metadata.generation that this status reflects."),
  conditions: conditionsSchema.optional().describe("Ready is True when at least one pod is ready."),
});

export type AgentServiceSpec = z.infer<typeof spec>;
export type AgentServiceStatus = z.infer<typeof status>;
/** Routes each task to the ready pod with the fewest tasks in flight. */
export type AgentService = Resource<"AgentService", AgentServiceSpec, AgentServiceStatus>;

/** The AgentService kind (the specification's "routes tasks to agent pods"). */
export const AgentServiceResource = defineResource<AgentService>({
  kind: "AgentService",
  plural: "agentservices",
  singular: "agentservice",
  shortNames: ["asvc"],
  description:
    "Routes each task to the ready pod, of the Agents it selects, with the fewest tasks in flight.",
  spec,
  status,
  columns: [
    { name: "Ready", type: "integer", jsonPath: ".status.readyEndpoints", description: "Pods ready" },
    {
      name: "Endpoints",
      type: "integer",
      jsonPath: ".status.endpoints",
      description: "Pods behind the service",
    },
    ageColumn,
  ],
  rules: [nameIsAtMost(MAX_NAME_LENGTH)],
});
