import type { AgentEventStatus } from "../../../lib/api/agent-event.ts";
import type { AgentRun } from "../../../lib/api/agent-run.ts";
import type { Ledger } from "../../../lib/api/ledger.ts";
import { firePath } from "../../../lib/api/network.ts";
import type { AccountingPlan } from "../accounting/plan-accounting.ts";
import { nextSince } from "../schedule/next-since.ts";
import { planSchedule } from "../schedule/plan-schedule.ts";
import { isNew, startsAfresh, wasPaused } from "./event-history.ts";
import type { ObservedEvent } from "./observed-event.ts";
import { planUpstream } from "./plan-upstream.ts";
import type { Settled } from "./settle-cursor.ts";

/** What to fire once the status is written. */
export type DueFires =
  | { readonly kind: "none" }
  | { readonly kind: "slot"; readonly slot: Date; readonly missed: number }
  | { readonly kind: "passOver"; readonly slot: Date; readonly missed: number }
  | { readonly kind: "upstreams"; readonly runs: readonly AgentRun[] };

/** What an event's source adds to its status, and what it has to fire. */
export type SourcePlan = {
  readonly status: Pick<AgentEventStatus, "nextFireAt" | "webhookURL">;
  readonly cursor: Pick<Ledger, "schedule" | "since" | "upstream" | "handled">;
  readonly due: DueFires;
  readonly checkAt?: Date | undefined;
};

/** Nothing is due. */
export const nothingDue: DueFires = { kind: "none" };

/** Decides what an event's source asks for; `accounting` is written in the same status update. */
export function planSource(
  observed: ObservedEvent,
  context: { readonly accounting: AccountingPlan; readonly isPaused: boolean },
  now: Date,
): SourcePlan {
  switch (observed.event.spec.source.type) {
    case "webhook":
      return { status: { webhookURL: webhookURL(observed) }, cursor: {}, due: nothingDue };
    case "cron":
      return planCron(observed, context, now);
    case "team-output":
      return planTeamOutput(observed, context, now);
  }
}

type SourceContext = Parameters<typeof planSource>[1];

function webhookURL({ event, settings }: ObservedEvent): string {
  const { namespace = "", name } = event.metadata;
  return `${settings.webhookBaseURL}${firePath(namespace, name)}`;
}

/** What accounting settles of a source: what its fires were for, those that were cancelled included. */
export function settledBy({ accounted, deletions }: AccountingPlan): Required<Settled> {
  const cancelled = deletions.filter(({ cause }) => cause === "cancelled").map(({ run }) => run);
  const runs = [...accounted.flatMap((fire) => fire.runs), ...cancelled];
  return {
    slot: latest(runs.map((run) => run.spec.trigger.slot)),
    upstreamUIDs: [...new Set(runs.flatMap(upstreamUID))],
  };
}

/** Protocol E. */
function planCron(observed: ObservedEvent, { accounting, isPaused }: SourceContext, now: Date): SourcePlan {
  const { event, settings, parseSchedule } = observed;
  const expression = event.spec.source.cron ?? "";
  const ledger = event.status?.ledger ?? {};
  const { slot } = settledBy(accounting);
  const since = nextSince(
    {
      createdAt: new Date(event.metadata.creationTimestamp),
      since: latest([ledger.since, slot?.toISOString()]),
      observedExpression: ledger.schedule,
      expression,
      isNew: isNew(event),
      wasPaused: wasPaused(event),
      isPaused,
    },
    now,
  );
  const { catchUpBoundMs } = settings;
  const plan = planSchedule({ parsed: parseSchedule(expression), since, catchUpBoundMs, isPaused }, now);
  const nextFireAt = "nextFireAt" in plan ? plan.nextFireAt : undefined;
  const isDue = plan.kind === "fire" || plan.kind === "passOver";
  return {
    status: nextFireAt === undefined ? {} : { nextFireAt: nextFireAt.toISOString() },
    cursor: { schedule: expression, since: since.toISOString() },
    due: isDue
      ? { kind: plan.kind === "fire" ? "slot" : "passOver", slot: plan.slot, missed: plan.missed }
      : nothingDue,
    checkAt: nextFireAt,
  };
}

/** Protocol D. */
function planTeamOutput(
  observed: ObservedEvent,
  { accounting, isPaused }: SourceContext,
  now: Date,
): SourcePlan {
  const { event, runs, upstreamRuns } = observed;
  const { upstream, handled, due } = planUpstream(
    {
      event,
      upstreamRuns,
      accounted: settledBy(accounting).upstreamUIDs,
      fired: new Set(runs.flatMap(upstreamUID)),
      startsAfresh: startsAfresh(event, isPaused),
      isNew: isNew(event),
      isPaused,
    },
    now,
  );
  return {
    status: {},
    cursor: { upstream, handled },
    due: due.length === 0 ? nothingDue : { kind: "upstreams", runs: due },
  };
}

function upstreamUID(run: AgentRun): string | [] {
  return run.spec.trigger.upstream?.uid ?? [];
}

function latest(instants: readonly (string | undefined)[]): Date | undefined {
  const known = instants.flatMap((instant) => (instant === undefined ? [] : [Date.parse(instant)]));
  return known.length === 0 ? undefined : new Date(Math.max(...known));
}
