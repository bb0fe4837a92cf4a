import { Chart } from "cdk8s";
import type { Construct } from "constructs";
import { TocsinCrds } from "./tocsin-crds.ts";

/** The chart of the CRDs alone, so that they can be applied before anything that needs them. */
export class CrdsChart extends Chart {
  constructor(scope: Construct, id: string) {
    super(scope, id, { disableResourceNameHashes: true });
    new TocsinCrds(this, "tocsin");
  }
}
