import { App, Chart, Testing } from "cdk8s";

/** An object of a chart as it is written to YAML. */
export type Manifest = {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec: unknown;
};

/** Makes an empty chart, at the path `test`, which is never written: `Testing.chart()` leaves a folder behind. */
export function aChart(): Chart {
  return new Chart(new App(), "test");
}

/** Writes the one object of a kind that a chart holds. */
export function onlyManifest(chart: Chart, kind: string): Manifest {
  const found = (Testing.synth(chart) as Manifest[]).filter((manifest) => manifest.kind === kind);
  const [manifest] = found;
  if (manifest === undefined || found.length > 1) throw new Error(`the chart has ${found.length} of ${kind}`);
  return manifest;
}
