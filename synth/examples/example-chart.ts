import { Chart } from "cdk8s";
import type { Construct } from "constructs";

/** What an example's chart is given. */
export type ExampleProps = {
  /** Model that the example's agents ask for. */
  readonly model: string;
};

/** A chart whose objects are named exactly as written, in whatever namespace it is applied to. */
export abstract class ExampleChart extends Chart {
  constructor(scope: Construct, id: string) {
    super(scope, id, { disableResourceNameHashes: true, labels: { "app.kubernetes.io/part-of": id } });
  }
}
