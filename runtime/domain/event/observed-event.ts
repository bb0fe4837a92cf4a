import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import type { AgentRun } from "../../../lib/api/agent-run.ts";
import type { ParsedSchedule } from "../schedule/schedule.ts";
import type { ObservedToken } from "./plan-token.ts";

/** Settings of the operator that decide how events behave. */
export type EventSettings = {
  /** Base address of `status.webhookURL`. */
  readonly webhookBaseURL: string;
  /** How old a missed slot may be and still fire; absent for any age. */
  readonly catchUpBoundMs?: number | undefined;
  /** How often a team may come back in a chain of team-output events; 0 cuts every loop. */
  readonly maxChainLoops: number;
};

/** All that is read before it is decided what an event needs. */
export type ObservedEvent = {
  readonly event: AgentEvent;
  /** The runs that the event owns. */
  readonly runs: readonly AgentRun[];
  readonly hasTeam: (name: string) => boolean;
  /** Reads a cron expression. */
  readonly parseSchedule: (expression: string) => ParsedSchedule;
  /** All runs of the upstream team that exist; empty for other sources. */
  readonly upstreamRuns: readonly AgentRun[];
  readonly token: ObservedToken;
  /** A fire was made that `runs` does not show yet: nothing may be decided about a later one. */
  readonly isBehind: boolean;
  /** Since when this leader has tried in vain to create the missing runs of a fire. */
  readonly refusedSince?: (fireID: string) => Date | undefined;
  readonly settings: EventSettings;
};
