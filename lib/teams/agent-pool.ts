import type { Duration } from "cdk8s";
import { Construct } from "constructs";
import {
  Agent,
  AgentService,
  type AgentSpec,
  type AgentSpecLivenessProbe,
  type AgentSpecLivenessProbeExpect,
  AgentSpecLivenessProbeType,
  type AgentSpecProvider,
} from "../../imports/tocsin.dev.ts";
import { expectIsInvalid } from "../../runtime/domain/health/expect-is-invalid.ts";
import { AgentResource } from "../api/agent.ts";
import { AgentServiceResource } from "../api/agent-service.ts";
import { GROUP } from "../api/group.ts";
import { checkObject } from "./check-object.ts";
import { given } from "./given.ts";
import { InvalidConstructError } from "./invalid-construct-error.ts";

/** What a custom validator prompt's answer has to be; literal and case-sensitive, `pattern` in RE2 syntax. */
export type Expectation =
  | { readonly equals: string }
  | { readonly contains: string }
  | { readonly pattern: string };

/** How the sense of an agent's answers is checked: by the built-in prompt, or by one of your own. */
export type SemanticCheck = {
  /**
   * Time between checks; whole seconds. Each check is a paid call of the model.
   * @default Duration.minutes(1)
   */
  readonly interval?: Duration;
} & (
  | { readonly validatorPrompt?: never; readonly expect?: never }
  | { readonly validatorPrompt: string; readonly expect?: Expectation }
);

/** An OpenAI-compatible provider and the Secret of its key. */
export type Provider = {
  readonly baseURL?: string;
  /** The Secret must carry the label `tocsin.dev/provider-key: "true"`. */
  readonly apiKeySecretRef?: { readonly name: string; readonly key?: string };
};

/** What a pool's pods reserve or may use, as Kubernetes quantities: `100m`, `256Mi`. */
export type Amounts = { readonly cpu?: string; readonly memory?: string };

/** What a pool of agents is made of. */
export type AgentPoolProps = {
  /**
   * Name of the Agent and of its AgentService.
   * @default - the construct's id
   */
  readonly name?: string;
  /** Model that the provider is asked for. */
  readonly model: string;
  /** @default - none */
  readonly systemPrompt?: string;
  /** @default - the operator's provider, and the Secret `tocsin-provider` of the namespace */
  readonly provider?: Provider;
  /**
   * How many pods serve the pool.
   * @default 1
   */
  readonly replicas?: number;
  /**
   * How many tasks a pod works on at once.
   * @default 4
   */
  readonly maxConcurrentTasks?: number;
  /** @default - the operator's defaults */
  readonly resources?: { readonly requests?: Amounts; readonly limits?: Amounts };
  /**
   * Takes pods whose model answers wrongly out of service.
   * @default - only reachability is checked
   */
  readonly semanticCheck?: SemanticCheck;
};

/** Label by which a pool's AgentService finds its Agent. */
export const POOL_LABEL = `${GROUP}/pool`;

/**
 * Agents that do steps: an Agent and the AgentService in front of its pods.
 *
 * @throws InvalidConstructError with the construct's path, from the constructor, when the API server would
 *   refuse one of them.
 */
export class AgentPool extends Construct {
  readonly name: string;
  /** Labels by which the AgentService finds the Agent. */
  readonly labels: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, props: AgentPoolProps) {
    super(scope, id);
    this.name = props.name ?? id;
    const { model, systemPrompt, provider, replicas, maxConcurrentTasks, resources } = props;
    const spec: AgentSpec = {
      model,
      ...given({ systemPrompt, replicas, maxConcurrentTasks, resources }),
      ...given({
        provider: provider && providerOf(provider),
        livenessProbe: props.semanticCheck && probeOf(props.semanticCheck),
      }),
    };
    const flaw = props.semanticCheck?.expect && expectIsInvalid(props.semanticCheck.expect);
    if (flaw !== undefined) throw new InvalidConstructError(this, [flaw]);
    const labels = { [POOL_LABEL]: this.name };
    this.labels = labels;
    const agent = new Agent(this, "agent", { metadata: { name: this.name, labels }, spec });
    checkObject(this, agent, AgentResource);
    const service = new AgentService(this, "service", {
      metadata: { name: this.name },
      spec: { selector: { matchLabels: labels } },
    });
    checkObject(this, service, AgentServiceResource);
  }
}

/** The import spells the field `baseUrl`, and drops what it does not know. */
function providerOf({ baseURL, apiKeySecretRef }: Provider): AgentSpecProvider {
  return given({ baseUrl: baseURL, apiKeySecretRef });
}

function probeOf({ interval, validatorPrompt, expect }: SemanticCheck): AgentSpecLivenessProbe {
  return {
    type: AgentSpecLivenessProbeType.SEMANTIC,
    ...given({ intervalSeconds: interval?.toSeconds(), validatorPrompt, expect: expect && named(expect) }),
  };
}

/** The import calls the field `equals_`, because Java's objects have a method of that name. */
function named(expect: Expectation): AgentSpecLivenessProbeExpect {
  return "equals" in expect ? { equals_: expect.equals } : expect;
}
