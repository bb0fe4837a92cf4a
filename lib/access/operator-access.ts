import { k8s } from "cdk8s-plus-27";
import { Construct } from "constructs";
import { policyRules } from "./policy-rules.ts";
import {
  type AccessRule,
  AGENT_POD_RULES,
  OWN_NAMESPACE_RULES,
  PROXY_RULES,
  WATCHED_NAMESPACE_RULES,
} from "./rules.ts";

/** Whose rights these are, and where they hold. */
export type OperatorAccessProps = {
  /** Name of the roles and their bindings. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly serviceAccount: { readonly name: string; readonly namespace: string };
  /**
   * The namespaces whose events are served.
   * @default - all, now and later
   */
  readonly watchedNamespaces?: readonly string[] | undefined;
  /**
   * How agents' pods are reached; by the API server's proxy takes a right more.
   * @default "direct"
   */
  readonly agentAccess?: "direct" | "proxy" | undefined;
};

type Granted = { readonly name: string; readonly rules: readonly AccessRule[] };

/**
 * Exactly the rights that the operator's code uses: a ClusterRole, or a Role in each namespace that it watches, and
 * a Role in the operator's own namespace.
 */
export class OperatorAccess extends Construct {
  readonly #props: OperatorAccessProps;

  constructor(scope: Construct, id: string, props: OperatorAccessProps) {
    super(scope, id);
    this.#props = props;
    const proxied = props.agentAccess === "proxy" ? PROXY_RULES : [];
    const rules = [...WATCHED_NAMESPACE_RULES, ...AGENT_POD_RULES, ...proxied];
    const watched = { name: props.name, rules };
    if (props.watchedNamespaces === undefined) this.#everywhere(watched);
    for (const namespace of props.watchedNamespaces ?? []) this.#within(namespace, watched);
    // A name of its own, because the operator's namespace may be among those that it watches.
    const own = { name: `${props.name}-own`, rules: OWN_NAMESPACE_RULES };
    this.#within(props.serviceAccount.namespace, own);
  }

  #everywhere({ name, rules }: Granted): void {
    const metadata = { name, labels: this.#props.labels };
    new k8s.KubeClusterRole(this, "cluster-role", { metadata, rules: policyRules(rules) });
    new k8s.KubeClusterRoleBinding(this, "cluster-role-binding", {
      metadata,
      roleRef: roleRef("ClusterRole", name),
      subjects: this.#subjects(),
    });
  }

  #within(namespace: string, { name, rules }: Granted): void {
    const metadata = { name, namespace, labels: this.#props.labels };
    const id = `${namespace}-${name}`;
    new k8s.KubeRole(this, `${id}-role`, { metadata, rules: policyRules(rules) });
    new k8s.KubeRoleBinding(this, `${id}-binding`, {
      metadata,
      roleRef: roleRef("Role", name),
      subjects: this.#subjects(),
    });
  }

  #subjects(): k8s.Subject[] {
    return [{ kind: "ServiceAccount", ...this.#props.serviceAccount }];
  }
}

function roleRef(kind: "ClusterRole" | "Role", name: string): k8s.RoleRef {
  return { apiGroup: "rbac.authorization.k8s.io", kind, name };
}
