import type { Agent, PodProbe } from "../../../lib/api/agent.ts";
import { agoOf } from "./ages.ts";
import { inNamespace } from "./in-namespace.ts";
import { notedTable } from "./noted-table.ts";
import type { ViewOptions } from "./paint.ts";
import type { Piece } from "./painted-line.ts";
import { readyOf, whyNot } from "./readiness.ts";

const HEADINGS = ["NAME", "MODEL", "READY", "PROBE", "LAST VERDICT"] as const;
const SPARE = ["MODEL", "PROBE", "LAST VERDICT"];

/** Agents as a table: how many pods are ready, what the last probe found, and why a pod is not ready. */
export function agentsTable(agents: readonly Agent[], options: ViewOptions): readonly string[] {
  const rows = agents.map((agent) => {
    const { metadata, spec, status } = agent;
    const probes = newestFirst(status?.lastProbe ?? []);
    const cells = [
      metadata.name,
      spec.model,
      readyPods(agent),
      probeOf(agent),
      verdictOf(probes[0], options.now),
    ];
    return { cells: inNamespace(options, metadata.namespace ?? "", cells), note: reasonOf(agent, probes) };
  });
  return notedTable(inNamespace(options, "NAMESPACE", HEADINGS), "WHY NOT READY", rows, {
    ...options,
    spare: SPARE,
  });
}

function newestFirst(probes: readonly PodProbe[]): readonly PodProbe[] {
  return [...probes].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

function readyPods({ spec, status }: Agent): Piece {
  const ready = status?.readyReplicas ?? 0;
  const tone = ready >= spec.replicas ? "good" : ready > 0 ? "busy" : "bad";
  return { text: `${ready}/${spec.replicas}`, tone };
}

function probeOf({ spec }: Agent): string {
  const { type, intervalSeconds } = spec.livenessProbe;
  return type === "semantic" ? `${type} ${intervalSeconds}s` : type;
}

function verdictOf(probe: PodProbe | undefined, now: Date): Piece {
  if (probe === undefined) return "-";
  return {
    text: `${probe.verdict} ${agoOf(probe.at, now)}`,
    tone: probe.verdict === "Healthy" ? "good" : "bad",
  };
}

/** An unhealthy pod tells most; where every pod answers well, the agent itself may still have something to say. */
function reasonOf({ metadata, status }: Agent, probes: readonly PodProbe[]): string {
  const sick = probes.find(({ verdict }) => verdict === "Unhealthy");
  if (sick === undefined) return whyNot(readyOf(status?.conditions, metadata.generation));
  const { pod, reason = "Unhealthy", message } = sick;
  return `${pod}: ${reason}${message === undefined ? "" : `: ${message}`}`;
}
