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
/** An object that may run containers, as far as it is judged. */
export type Workload = {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: { readonly template?: { readonly spec?: PodSpec } };
};

/**
 * Finds what is wrong with an object's containers, each with its field; nothing where it has none. Their images have
 * to be pinned, their needs stated and their health probed.
 */
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
