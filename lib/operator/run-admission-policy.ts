import { ApiObject } from "cdk8s";
import { Construct } from "constructs";
import { GROUP, VERSION } from "../api/group.ts";
import { Label } from "../api/keys.ts";
import { INSTALLATION_LABELS } from "./installation.ts";
import type { AdmissionPolicy } from "./operator-props.ts";

/** Whose runs are trusted, and where. */
export type RunAdmissionPolicyProps = AdmissionPolicy & {
  readonly name: string;
  /** The operator's user, as the API server knows it. */
  readonly operator: string;
  /** @default - all namespaces */
  readonly watchedNamespaces?: readonly string[] | undefined;
};

const API_VERSION = "admissionregistration.k8s.io/v1";

/**
 * Only the operator creates the runs of events: whoever else may create runs would otherwise forge a fire, which
 * would be counted and hold up or end the event's own. Retries and runs by hand are of type `cli`.
 */
export class RunAdmissionPolicy extends Construct {
  constructor(scope: Construct, id: string, props: RunAdmissionPolicyProps) {
    super(scope, id);
    const metadata = { name: props.name, labels: INSTALLATION_LABELS };
    new ApiObject(this, "policy", {
      apiVersion: API_VERSION,
      kind: "ValidatingAdmissionPolicy",
      metadata,
      spec: {
        failurePolicy: "Fail",
        matchConstraints: {
          resourceRules: [
            {
              apiGroups: [GROUP],
              apiVersions: [VERSION],
              resources: ["agentruns"],
              operations: ["CREATE", "UPDATE"],
              // The default; said, because an apply would otherwise find a difference every time.
              scope: "*",
            },
          ],
        },
        matchConditions: [{ name: "not-by-the-operator", expression: notBy(props) }],
        validations: VALIDATIONS,
      },
    });
    const namespaces = props.watchedNamespaces;
    new ApiObject(this, "binding", {
      apiVersion: API_VERSION,
      kind: "ValidatingAdmissionPolicyBinding",
      metadata,
      spec: {
        policyName: props.name,
        validationActions: ["Deny"],
        ...(namespaces && { matchResources: { namespaceSelector: among(namespaces) } }),
      },
    });
  }
}

/** The label is what finds the runs of a fire, so a run must not slip into one by it either. */
const fireOf = (object: string) => `${object}.metadata.?labels[?'${Label.fire}'].orValue('')`;

const VALIDATIONS = [
  {
    expression: "oldObject != null || object.spec.trigger.type == 'cli'",
    message: "spec.trigger.type: only the operator creates runs of events; use cli, or fire the event",
    reason: "Forbidden",
  },
  {
    expression: `${fireOf("object")} == (oldObject == null ? '' : ${fireOf("oldObject")})`,
    message: `metadata.labels: only the operator sets ${Label.fire}`,
    reason: "Forbidden",
  },
];

function notBy({ operator, alsoTrusted = [] }: RunAdmissionPolicyProps): string {
  const users = [operator, ...alsoTrusted].map((user) => JSON.stringify(user));
  return `!(request.userInfo.username in [${users.join(", ")}])`;
}

function among(namespaces: readonly string[]): object {
  const values = [...namespaces];
  return { matchExpressions: [{ key: "kubernetes.io/metadata.name", operator: "In", values }] };
}
