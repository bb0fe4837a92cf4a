import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import { teamIndexKey } from "../firing/run-index.ts";

/** Names of the indexes by which the cache of events is read. */
export const EventIndex = { upstream: "upstream", team: "team" } as const;

/** How the cache of events finds them: by the team they listen to, and by any team that they name. */
export const eventIndexes = {
  [EventIndex.upstream]: (event: AgentEvent) => upstreamOf(event),
  [EventIndex.team]: (event: AgentEvent) => {
    const { namespace } = event.metadata;
    const targets = event.spec.targets.map((target) => teamIndexKey(namespace, target.team));
    return [...new Set([...targets, ...upstreamOf(event)])];
  },
};

function upstreamOf(event: AgentEvent): readonly string[] {
  const upstream = event.spec.source.teamOutput?.name;
  return upstream === undefined ? [] : [teamIndexKey(event.metadata.namespace, upstream)];
}
