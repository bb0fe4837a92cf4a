import type { Agent, AgentSpec } from "../../../lib/api/agent.ts";

/** The part of an Agent's spec that its server goes by. */
export type ServedSpec = Pick<AgentSpec, "model" | "systemPrompt" | "maxConcurrentTasks" | "livenessProbe">;

/** What a pod has to know to serve its agent. Numbers of replicas and resources are none of its business. */
export type AgentDocument = {
  readonly namespace: string;
  readonly agent: string;
  /** Base address of the provider, without a slash at the end. */
  readonly baseURL: string;
  readonly spec: ServedSpec;
};

/** Thrown where a pod's document can't be used. The document is not quoted: an address may hold a password. */
export class AgentDocumentError extends Error {
  override readonly name = "AgentDocumentError";
}

/** Says what an agent's pods are to be. `modelOverride` replaces the model that the agent names. */
export function agentDocument(
  agent: Agent,
  baseURL: string,
  modelOverride: string | undefined,
): AgentDocument {
  const { model, systemPrompt, maxConcurrentTasks, livenessProbe } = agent.spec;
  return {
    namespace: agent.metadata.namespace ?? "",
    agent: agent.metadata.name,
    baseURL,
    spec: {
      model: modelOverride ?? model,
      ...(systemPrompt === undefined ? {} : { systemPrompt }),
      maxConcurrentTasks,
      livenessProbe,
    },
  };
}

/** Reads back what {@link agentDocument} said. Throws {@link AgentDocumentError}. */
export function parseAgentDocument(text: string): AgentDocument {
  const document = parsed(text) as Partial<AgentDocument>;
  const { namespace, agent, baseURL, spec } = document;
  const isWhole =
    typeof namespace === "string" &&
    typeof agent === "string" &&
    typeof baseURL === "string" &&
    URL.canParse(baseURL) &&
    typeof spec?.model === "string" &&
    Number.isInteger(spec.maxConcurrentTasks) &&
    Number.isInteger(spec.livenessProbe?.intervalSeconds);
  if (!isWhole)
    throw new AgentDocumentError(
      "the agent's document lacks agent, baseURL or spec: was the pod made by hand?",
    );
  return document as AgentDocument;
}

function parsed(text: string): object {
  try {
    const document: unknown = JSON.parse(text);
    if (typeof document === "object" && document !== null) return document;
  } catch {
    // The parser's own words quote the text.
  }
  throw new AgentDocumentError("the agent's document is no JSON object: was the pod made by hand?");
}
