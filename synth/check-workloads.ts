import { ApiObject } from "cdk8s";
import type { IConstruct } from "constructs";
import { untaggedImage } from "../lib/operator/untagged-image.ts";

type Container = {
  readonly name: string;
  readonly image?: string;
  readonly resources?: {
    readonly requests?: Readonly<Record<string, unknown>>;
    readonly limits?: Readonly<Record<string, unknown>>;
  };
  readonly livenessProbe?: object;
  readonly readinessProbe?: object;
};
type PodSpec = { readonly containers?: readonly Container[]; readonly initContainers?: readonly Container[] };
type Workload = {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: { readonly template?: { readonly spec?: PodSpec } };
};

/**
 * Judges everything that runs containers, as the last step before manifests are written: their images are pinned,
 * their needs stated and their health probed.
 * @throws Error that names the construct and each flaw.
 */
export function checkWorkloads(app: IConstruct): void {
  const flaws = app.node
    .findAll()
    .filter(ApiObject.isApiObject)
    .flatMap((object) => workloadFlaws(object.toJson()).map((flaw) => `${object.node.path}: ${flaw}`));
  if (flaws.length > 0) throw new Error(`the manifests are not fit to be applied:\n${flaws.join("\n")}`);
}

/** Finds what is wrong with an object's containers, each with its field; nothing where it has none. */
export function workloadFlaws(object: Workload): string[] {
  const { kind, metadata, spec } = object;
  const pod = kind === "Pod" ? (spec as PodSpec | undefined) : spec?.template?.spec;
  const where = (name: string) => `${kind} ${metadata.name}, container ${name}`;
  const served = pod?.containers ?? [];
  return [...served, ...(pod?.initContainers ?? [])].flatMap((container) => {
    // What runs to its end is nothing that a probe could help.
    const isServing = served.includes(container) && kind !== "Job";
    return [
      ...imageFlaws(container),
      ...resourceFlaws(container),
      ...(isServing ? probeFlaws(container) : []),
    ].map((flaw) => `${where(container.name)}: ${flaw}`);
  });
}

function imageFlaws({ image }: Container): string[] {
  const flaw = untaggedImage(image ?? "");
  return flaw === undefined ? [] : [`image: ${flaw}`];
}

function resourceFlaws({ resources }: Container): string[] {
  const { requests, limits } = resources ?? {};
  return [
    ...missing("resources.requests.cpu", requests?.["cpu"]),
    ...missing("resources.requests.memory", requests?.["memory"]),
    // No limit of CPU is asked for: to throttle is not what every team wants. One of memory protects the node.
    ...missing("resources.limits.memory", limits?.["memory"]),
  ];
}

function probeFlaws({ livenessProbe, readinessProbe }: Container): string[] {
  return [...missing("livenessProbe", livenessProbe), ...missing("readinessProbe", readinessProbe)];
}

function missing(field: string, value: unknown): string[] {
  return value === undefined ? [`${field} is missing`] : [];
}
