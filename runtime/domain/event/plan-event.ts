import type { AgentEvent, AgentEventStatus } from "../../../lib/api/agent-event.ts";
import type { Ledger } from "../../../lib/api/ledger.ts";
import { ConditionType, EventReason } from "../../../lib/api/reason.ts";
import { type AccountingPlan, planAccounting } from "../accounting/plan-accounting.ts";
import { setCondition } from "../condition/set-condition.ts";
import { type EventFlaw, firstEventFlaw } from "./event-flaws.ts";
import { type EventTurn, startsAfresh, turnOf } from "./event-history.ts";
import type { ObservedEvent } from "./observed-event.ts";
import { type DueFires, nothingDue, planSource, settledBy } from "./plan-source.ts";
import { planToken, type TokenAction } from "./plan-token.ts";
import { settleCursor } from "./settle-cursor.ts";

/** All that an event needs now. */
export type EventPlan = {
  readonly accounting: AccountingPlan;
  readonly tokenAction: TokenAction | undefined;
  /** The status to write, before anything fires. */
  readonly status: AgentEventStatus;
  readonly turned: EventTurn;
  /** What to fire once the status is written. */
  readonly due: DueFires;
  readonly checkAt: Date | undefined;
};

/** How soon a fire that waits for its runs or its turn is looked at again. */
const WAITING_CHECK_MS = 1_000;
/** How soon to look again where a fire that was made is not visible yet. */
const BEHIND_CHECK_MS = 100;

const suspension: EventFlaw = {
  reason: EventReason.suspended,
  message: "spec.suspended is true: nothing fires until it is false",
};

/** Decides what must change so that every fire is accounted and the event's source is served. */
export function planEvent(observed: ObservedEvent, now: Date): EventPlan {
  const { event } = observed;
  const accounting = planAccounting(observed, now);
  const token = planToken(event, observed.token, now);
  const flaw = event.spec.suspended ? suspension : firstEventFlaw(observed);
  const counted = countFires(event.status ?? {}, accounting);
  const common = { accounting, tokenAction: token.action };
  const soon = soonCheck(observed, accounting, now);

  // A cursor is set afresh only when nothing waits to be accounted against the old one (protocols D1, E1), and a fire
  // that can't be seen yet would be taken for a late one if its slot or upstream were settled before it is counted.
  const isHeld = accounting.hasWaiting && startsAfresh(event, flaw !== undefined);
  if (observed.isBehind || isHeld) {
    const status = holdCursor(event, counted, accounting);
    return { ...common, status, turned: undefined, due: nothingDue, checkAt: soon };
  }
  const source = planSource(observed, { accounting, isPaused: flaw !== undefined }, now);
  const ledger: Ledger = { ...source.cursor, ...counted.ledger };
  return {
    ...common,
    status: {
      ...counted.status,
      ...source.status,
      ...(Object.keys(ledger).length === 0 ? {} : { ledger }),
      conditions: readyCondition(event, flaw, now),
      observedGeneration: event.metadata.generation ?? 0,
    },
    turned: turnOf(event),
    due: accounting.hasWaiting ? nothingDue : source.due,
    checkAt: earliest([source.checkAt, token.checkAt, soon]),
  };
}

type Counted = {
  readonly status: Pick<AgentEventStatus, "firedCount" | "lastFiredAt">;
  readonly ledger: Pick<Ledger, "starting" | "turn">;
};

/** Counts, moves the cursor past what is counted, and leaves all else as it was. */
function holdCursor(event: AgentEvent, counted: Counted, accounting: AccountingPlan): AgentEventStatus {
  const { starting: _, ...standing } = event.status?.ledger ?? {};
  const ledger = { ...standing, ...counted.ledger };
  return settleCursor({ ...event.status, ...counted.status, ledger }, settledBy(accounting));
}

/** Protocol A3: the counters, and the fires that may start. */
function countFires(status: AgentEventStatus, { accounted, starting, turn }: AccountingPlan): Counted {
  const firedAt = accounted.flatMap((fire) => fire.runZero?.spec.trigger.firedAt ?? []);
  const lastFiredAt = [status.lastFiredAt ?? [], firedAt].flat().sort(byInstant).at(-1);
  return {
    status: {
      firedCount: (status.firedCount ?? 0) + accounted.length,
      ...(lastFiredAt === undefined ? {} : { lastFiredAt }),
    },
    ledger: {
      ...(starting.length === 0 ? {} : { starting: [...starting] }),
      ...(turn === undefined ? {} : { turn }),
    },
  };
}

function readyCondition(event: AgentEvent, flaw: EventFlaw | undefined, now: Date) {
  const { generation } = event.metadata;
  const facts =
    flaw === undefined
      ? { status: "True" as const, reason: EventReason.active, message: "the source is active" }
      : { status: "False" as const, reason: flaw.reason, message: flaw.message };
  return setCondition(event.status?.conditions, { type: ConditionType.ready, ...facts }, { now, generation });
}

function soonCheck(observed: ObservedEvent, accounting: AccountingPlan, now: Date): Date | undefined {
  if (observed.isBehind) return new Date(now.getTime() + BEHIND_CHECK_MS);
  const isWatched = accounting.hasWaiting || accounting.starting.length > 0;
  return isWatched ? new Date(now.getTime() + WAITING_CHECK_MS) : undefined;
}

function earliest(instants: readonly (Date | undefined)[]): Date | undefined {
  const known = instants.flatMap((instant) => (instant === undefined ? [] : [instant.getTime()]));
  return known.length === 0 ? undefined : new Date(Math.min(...known));
}

function byInstant(one: string, other: string): number {
  return Date.parse(one) - Date.parse(other);
}
