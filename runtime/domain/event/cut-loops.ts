import type { AgentEvent } from "../../../lib/api/agent-event.ts";

/** An event without the targets that would close a loop, and those targets. */
export type LoopCut = { readonly event: AgentEvent; readonly cut: readonly string[] };

/**
 * Leaves out the targets whose team is already in the chain of teams that led here (design §3.3), so that teams
 * that start each other do not do so for ever.
 *
 * @param chain Teams so far, the upstream's own included.
 * @param maxLoops How often a team may come back; 0 cuts every loop.
 */
export function cutLoops(event: AgentEvent, chain: readonly string[], maxLoops: number): LoopCut {
  const isLoop = (team: string) => chain.filter((each) => each === team).length > maxLoops;
  const cut = event.spec.targets.filter(({ team }) => isLoop(team)).map(({ team }) => team);
  if (cut.length === 0) return { event, cut };
  const targets = event.spec.targets.filter(({ team }) => !isLoop(team));
  return { event: { ...event, spec: { ...event.spec, targets } }, cut };
}
