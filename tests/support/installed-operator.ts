import { App, Chart } from "cdk8s";
import { Operator } from "../../lib/operator/operator.ts";
import type { OperatorProps } from "../../lib/operator/operator-props.ts";

/** An object of an installation, with its fields as deep as a test looks. */
export type InstalledObject = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: Readonly<Record<string, unknown>>;
  readonly rules?: readonly {
    readonly apiGroups: readonly string[];
    readonly resources: readonly string[];
    readonly verbs: readonly string[];
    readonly resourceNames?: readonly string[];
  }[];
  readonly roleRef?: { readonly kind: string; readonly name: string };
  readonly subjects?: readonly { readonly name: string; readonly namespace: string }[];
};

/** What an operator of these props comes to, without the CRDs unless they are asked for. */
export function installedOperator(props: OperatorProps = {}): readonly InstalledObject[] {
  const chart = new Chart(new App(), "test");
  new Operator(chart, "operator", { crds: false, ...props });
  return chart.toJson();
}

/** The one object of a kind, of a name where several are of it. */
export function theOnly(
  objects: readonly InstalledObject[],
  kind: string,
  name?: string | undefined,
): InstalledObject {
  const found = objects.filter(
    (each) => each.kind === kind && (name ?? each.metadata.name) === each.metadata.name,
  );
  const [object] = found;
  if (object === undefined || found.length > 1) throw new Error(`there are ${found.length} of ${kind}`);
  return object;
}
