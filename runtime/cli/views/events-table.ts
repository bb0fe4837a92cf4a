import type { AgentEvent, EventSource } from "../../../lib/api/agent-event.ts";
import { agoOf, dueIn } from "./ages.ts";
import { inNamespace } from "./in-namespace.ts";
import { notedTable } from "./noted-table.ts";
import type { ViewOptions } from "./paint.ts";
import { readyCell, readyOf, whyNot } from "./readiness.ts";

const HEADINGS = ["NAME", "SOURCE", "READY", "FIRED", "LAST", "NEXT"] as const;
const SPARE = ["FIRED", "LAST", "SOURCE", "NEXT"];

/** Events as a table: what fires them, when, how often, and why one that is not ready is not. */
export function eventsTable(events: readonly AgentEvent[], options: ViewOptions): readonly string[] {
  const rows = events.map(({ metadata, spec, status }) => {
    const ready = readyOf(status?.conditions, metadata.generation);
    const cells = [
      metadata.name,
      sourceOf(spec.source),
      readyCell(ready),
      `${status?.firedCount ?? 0}`,
      agoOf(status?.lastFiredAt, options.now),
      dueIn(status?.nextFireAt, options.now),
    ];
    return { cells: inNamespace(options, metadata.namespace ?? "", cells), note: whyNot(ready) };
  });
  return notedTable(inNamespace(options, "NAMESPACE", HEADINGS), "WHY NOT READY", rows, {
    ...options,
    spare: SPARE,
  });
}

/** What fires an event, in few words. */
export function sourceOf({ type, cron, teamOutput }: EventSource): string {
  if (cron !== undefined) return `${type} ${cron}`;
  if (teamOutput === undefined) return type;
  const phase = teamOutput.onPhase === "*" ? "any end" : teamOutput.onPhase;
  return `${type} ${teamOutput.name} (${phase})`;
}
