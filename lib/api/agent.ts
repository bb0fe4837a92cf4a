import { z } from "zod";
import { ageColumn, reasonColumn } from "./common-columns.ts";
import { conditionsSchema } from "./condition.ts";
import { instant, MAX_NAME_LENGTH, MAX_TEMPLATE_LENGTH, patterned, text, whole } from "./fields.ts";
import { DEFAULT_PROVIDER_SECRET_KEY } from "./keys.ts";
import type { KubeObject, Resource } from "./object.ts";
import { defineResource } from "./resource-definition.ts";
import { rule } from "./rule.ts";
import { nameIsAtMost } from "./shared-rules.ts";

const QUANTITY = "^[0-9]+([.][0-9]+)?(m|k|M|G|T|Ki|Mi|Gi|Ti)?$";
/** What a Service's name may begin with (RFC 1035): Kubernetes wants more of it than of an Agent's. */
const SERVICE_NAME = "^[a-z]([-a-z0-9]*[a-z0-9])?$";
/** Most replicas of one agent. */
export const MAX_REPLICAS = 100;

const provider = z.object({
  baseURL: patterned("^https?://[^\\s]+$", 2_048)
    .optional()
    .describe("Base address of an OpenAI-compatible API; the operator's default when absent."),
  apiKeySecretRef: z
    .object({
      name: patterned("^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$", 253).describe(
        "Name of a Secret in the same namespace that carries the label tocsin.dev/provider-key=true.",
      ),
      key: patterned("^[-._a-zA-Z0-9]+$", 253)
        .default(DEFAULT_PROVIDER_SECRET_KEY)
        .describe("Data key in the Secret."),
    })
    .optional()
    .describe("Where the provider's API key is kept."),
});

const amounts = () =>
  z.object({
    cpu: patterned(QUANTITY, 32).optional().describe("CPU, for example 100m."),
    memory: patterned(QUANTITY, 32).optional().describe("Memory, for example 256Mi."),
  });

const expectation = z.object({
  equals: text(4_096, 1).optional().describe("The trimmed answer has to be exactly this."),
  contains: text(4_096, 1).optional().describe("The answer has to contain this."),
  pattern: text(1_024, 1).optional().describe("The answer has to match this RE2 expression somewhere."),
});

const livenessProbe = z.object({
  type: z
    .enum(["ping", "semantic"])
    .default("ping")
    .describe("ping: HTTP reachability only. semantic: readiness validates an answer of the model."),
  intervalSeconds: whole(1, 86_400).default(60).describe("Seconds between semantic checks."),
  validatorPrompt: text(8_192, 1)
    .optional()
    .describe("Prompt sent to the model during readiness validation; a built-in one when absent."),
  expect: expectation
    .optional()
    .describe("What the answer to validatorPrompt has to be: one of equals, contains or pattern."),
});

const spec = z.object({
  model: text(256, 1).describe("Model that the provider is asked for."),
  systemPrompt: text(MAX_TEMPLATE_LENGTH).optional().describe("System prompt of every task and check."),
  provider: provider.optional().describe("The model's provider; the operator's default when absent."),
  replicas: whole(0, MAX_REPLICAS).default(1).describe("How many pods serve the agent."),
  maxConcurrentTasks: whole(1, 1_000).default(4).describe("How many tasks a pod works on at once."),
  resources: z
    .object({
      requests: amounts().optional().describe("What a pod reserves."),
      limits: amounts().optional().describe("What a pod may use."),
    })
    .optional()
    .describe("Resources of the agent's container."),
  livenessProbe: livenessProbe
    .default({ type: "ping", intervalSeconds: 60 })
    .describe("How the pods' health is probed (the specification's probe block)."),
});

const probe = z.object({
  pod: text(253).describe("Pod that was probed."),
  at: instant().describe("When."),
  verdict: z.enum(["Healthy", "Unhealthy"]).describe("What the check found."),
  reason: text(128).optional().describe("Why it is unhealthy."),
  message: text(1_024).optional().describe("The reason as a sentence."),
});

const status = z.object({
  replicas: whole(0, 1_000).optional().describe("Pods that exist."),
  readyReplicas: whole(0, 1_000).optional().describe("Pods that are ready for tasks."),
  lastProbe: z
    .array(probe)
    .max(MAX_REPLICAS)
    .optional()
    .describe("The last change of readiness of each pod."),
  observedGeneration: whole(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe("The metadata.generation that this status reflects."),
  conditions: conditionsSchema.optional().describe("Ready is True when at least one pod is ready."),
});

export type AgentSpec = z.infer<typeof spec>;
export type AgentStatus = z.infer<typeof status>;
/** How an agent's health is probed. */
export type ProbeSpec = AgentSpec["livenessProbe"];
/** The last probe of one pod. */
export type PodProbe = z.infer<typeof probe>;
/** A model with a system prompt, served by pods. */
export type Agent = Resource<"Agent", AgentSpec, AgentStatus>;

/** The Agent kind (the specification's "Agent probe configuration"). */
export const AgentResource = defineResource<Agent>({
  kind: "Agent",
  plural: "agents",
  singular: "agent",
  shortNames: ["ag"],
  description: "A model with a system prompt, served by pods that are probed for the sense of their answers.",
  spec,
  status,
  columns: [
    { name: "Model", type: "string", jsonPath: ".spec.model", description: "Model" },
    { name: "Replicas", type: "integer", jsonPath: ".spec.replicas", description: "Pods wanted" },
    { name: "Ready", type: "integer", jsonPath: ".status.readyReplicas", description: "Pods ready" },
    { name: "Probe", type: "string", jsonPath: ".spec.livenessProbe.type", description: "Kind of probe" },
    reasonColumn,
    ageColumn,
  ],
  rules: [
    nameIsAtMost(MAX_NAME_LENGTH - 16),
    rule<KubeObject>({
      path: [],
      cel: `self.metadata.name.matches('${SERVICE_NAME}')`,
      message:
        "metadata.name must be letters, digits and '-', with a letter first: the agent's Service bears it",
      holds: (self) => new RegExp(SERVICE_NAME).test(self.metadata.name),
    }),
    rule<NonNullable<ProbeSpec["expect"]>>({
      path: ["spec", "livenessProbe", "expect"],
      cel: "[has(self.equals), has(self.contains), has(self.pattern)].filter(given, given).size() == 1",
      message: "expect needs exactly one of equals, contains and pattern",
      holds: (self) =>
        [self.equals, self.contains, self.pattern].filter((given) => given !== undefined).length === 1,
    }),
    rule<ProbeSpec>({
      path: ["spec", "livenessProbe"],
      cel: "!has(self.expect) || has(self.validatorPrompt)",
      message: "expect needs a validatorPrompt: the built-in prompt has its own expectation",
      holds: (self) => self.expect === undefined || self.validatorPrompt !== undefined,
    }),
  ],
});
