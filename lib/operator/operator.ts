import { type ApiObject, Chart } from "cdk8s";
import { k8s } from "cdk8s-plus-27";
import { Construct } from "constructs";
import { OperatorAccess } from "../access/operator-access.ts";
import { UserRoles } from "../access/user-roles.ts";
import { OPERATOR_NAME, OPERATOR_NAMESPACE } from "../api/group.ts";
import { TocsinCrds } from "../crds/tocsin-crds.ts";
import { InvalidConstructError } from "../teams/invalid-construct-error.ts";
import { clusterWideName, INSTALLATION_LABELS, metadataIn, userOfAccount } from "./installation.ts";
import { OperatorDeployment } from "./operator-deployment.ts";
import { OperatorDisruptionBudget } from "./operator-disruption-budget.ts";
import { operatorFlaws } from "./operator-flaws.ts";
import { OperatorNamespace } from "./operator-namespace.ts";
import { OperatorNetworkPolicy } from "./operator-network-policy.ts";
import type { OperatorProps } from "./operator-props.ts";
import { OperatorServices } from "./operator-services.ts";
import { RunAdmissionPolicy } from "./run-admission-policy.ts";
import { WebhookIngress } from "./webhook-ingress.ts";

/**
 * Everything that a cluster needs to run Tocsin. Its chart must have no namespace of its own, because much of it
 * belongs to none.
 *
 * @throws InvalidConstructError with the construct's path, from the constructor, when the props can't be meant.
 */
export class Operator extends Construct {
  /** Namespace that the operator runs in. */
  readonly namespace: string;
  /** The Deployment, for JSON patches where the props don't reach: affinity, sidecars. */
  readonly deployment: ApiObject;

  constructor(scope: Construct, id: string, props: OperatorProps = {}) {
    super(scope, id);
    const chartsOwn = Chart.of(this).namespace;
    const flaws = operatorFlaws(props);
    if (chartsOwn !== undefined)
      flaws.push(`the chart has the namespace "${chartsOwn}": give it to the operator as its prop`);
    if (flaws.length > 0) throw new InvalidConstructError(this, flaws);
    this.namespace = props.namespace ?? OPERATOR_NAMESPACE;
    // First, as everything else is applied into it.
    new OperatorNamespace(this, "namespace", { name: this.namespace });
    if (props.crds ?? true) new TocsinCrds(this, "crds");
    this.#giveAccess(props);
    const { namespace } = this;
    const own = { ...props, namespace, serviceAccountName: OPERATOR_NAME };
    this.deployment = new OperatorDeployment(this, "deployment", own).deployment;
    new OperatorServices(this, "services", own);
    if (props.webhook)
      new WebhookIngress(this, "ingress", { ...props.webhook, namespace, limits: props.limits });
    new OperatorDisruptionBudget(this, "disruption-budget", { namespace });
    if (props.networkAccess !== false)
      new OperatorNetworkPolicy(this, "network-policy", { ...props.networkAccess, namespace });
  }

  #giveAccess({ watchedNamespaces, agentAccess, admissionPolicy, userRoles }: OperatorProps): void {
    const { namespace } = this;
    const name = clusterWideName(namespace);
    new k8s.KubeServiceAccount(this, "service-account", {
      metadata: metadataIn(namespace),
      // The operator's pods ask for the token; nothing else that runs under this account by mistake gets one.
      automountServiceAccountToken: false,
    });
    const serviceAccount = { name: OPERATOR_NAME, namespace };
    new OperatorAccess(this, "access", {
      name,
      labels: INSTALLATION_LABELS,
      serviceAccount,
      watchedNamespaces,
      agentAccess,
    });
    if (userRoles ?? true) new UserRoles(this, "user-roles", { name, labels: INSTALLATION_LABELS });
    if (admissionPolicy !== false) {
      const operator = userOfAccount(namespace, OPERATOR_NAME);
      new RunAdmissionPolicy(this, "run-admission", {
        ...admissionPolicy,
        name,
        operator,
        watchedNamespaces,
      });
    }
  }
}
