import { DueHeap } from "../../../runtime/domain/schedule/due-heap.ts";
import { nextSince } from "../../../runtime/domain/schedule/next-since.ts";
import { planSchedule, type SchedulePlan } from "../../../runtime/domain/schedule/plan-schedule.ts";
import type { Schedules } from "../../../runtime/ports/schedules.ts";
import { StoryLog } from "./story-log.ts";
import type { Story, StorySpec, YearScenario } from "./year-scenario.ts";

const MINUTE_MS = 60_000;

/** What is stored for an event. */
interface Status {
  readonly expression?: string | undefined;
  readonly since?: Date | undefined;
  readonly isPaused: boolean;
  readonly nextFireAt?: Date | undefined;
}

interface Stored {
  readonly story: Story;
  readonly log: StoryLog;
  spec?: StorySpec;
  status?: Status;
  /** The slot of a run that was created before a crash and is not accounted yet. */
  unaccounted?: Date | undefined;
}

/** The protocol of schedules, run with the planner and the heap against a year that is made up. */
export class PlannedOperator {
  readonly #year: YearScenario;
  readonly #schedules: Schedules;
  readonly #stored: readonly Stored[];
  #heap = new DueHeap();

  constructor(year: YearScenario, schedules: Schedules) {
    this.#year = year;
    this.#schedules = schedules;
    this.#stored = year.stories.map((story) => ({ story, log: new StoryLog() }));
  }

  /** Lives through the year; returns what each event did. */
  run(): readonly StoryLog[] {
    const changes = byTick(
      this.#stored.flatMap(({ story }, id) => story.changes.map(({ tick }) => ({ tick, id }))),
    );
    const looks = byTick(
      this.#stored.flatMap(({ story }, id) => [...story.looks].map((tick) => ({ tick, id }))),
    );
    for (let tick = 0; tick < this.#year.ticks; tick++) {
      const changed = changes.get(tick) ?? [];
      for (const id of changed) this.#obey(id, tick);
      if (this.#year.isUp[tick] !== 1) continue;
      this.#work(tick, changed);
      for (const id of looks.get(tick) ?? []) this.#look(id, tick);
    }
    return this.#stored.map(({ log }) => log);
  }

  #obey(id: number, tick: number): void {
    const stored = this.#stored[id];
    const spec = stored?.story.changes.find((change) => change.tick === tick)?.spec;
    if (stored !== undefined && spec !== undefined) stored.spec = spec;
  }

  #work(tick: number, changed: readonly number[]): void {
    const isStart = this.#year.isUp[tick - 1] !== 1;
    if (isStart) this.#heap = new DueHeap();
    for (const id of isStart ? this.#stored.keys() : changed) this.#reconcile(id, tick);
    for (const id of this.#heap.popDue(this.#now(tick))) this.#reconcile(Number(id), tick);
  }

  #reconcile(id: number, tick: number): void {
    const stored = this.#stored[id];
    if (stored?.spec === undefined) return;
    this.#account(stored);
    const plan = this.#plan(stored, stored.spec, this.#now(tick));
    if (plan?.kind === "fire" || plan?.kind === "passOver") {
      const { slot, missed } = plan;
      const isFired = plan.kind === "fire";
      stored.log.settle({ tick, slot: slot.getTime() / MINUTE_MS, missed, isFired });
      stored.unaccounted = slot;
      if (!isFired || !this.#year.crashes.has(tick)) this.#account(stored);
    }
    const nextFireAt = stored.status?.nextFireAt;
    if (nextFireAt === undefined) this.#heap.remove(`${id}`);
    else this.#heap.set(`${id}`, nextFireAt);
  }

  #account(stored: Stored): void {
    if (stored.unaccounted === undefined || stored.status === undefined) return;
    stored.status = { ...stored.status, since: stored.unaccounted };
    stored.unaccounted = undefined;
  }

  #plan(stored: Stored, spec: StorySpec, now: Date): SchedulePlan | undefined {
    const { story, status } = stored;
    const isHeld = spec.isSuspended || spec.isBroken;
    if (!spec.isCron) {
      stored.status = { since: status?.since, isPaused: isHeld };
      return undefined;
    }
    const parsed = this.#schedules.parse(spec.expression);
    const isPaused = isHeld || parsed.flaw !== undefined;
    const since = nextSince(
      {
        createdAt: new Date(story.createdAtMs),
        since: status?.since,
        observedExpression: status?.expression,
        expression: spec.expression,
        isNew: status === undefined,
        wasPaused: status?.isPaused ?? false,
        isPaused,
      },
      now,
    );
    const plan = planSchedule({ parsed, since, catchUpBoundMs: story.catchUpBoundMs, isPaused: isHeld }, now);
    const nextFireAt = "nextFireAt" in plan ? plan.nextFireAt : undefined;
    stored.status = { expression: spec.expression, since, isPaused, nextFireAt };
    return plan;
  }

  #look(id: number, tick: number): void {
    const nextFireAt = this.#stored[id]?.status?.nextFireAt;
    this.#stored[id]?.log.look(tick, nextFireAt && nextFireAt.getTime() / MINUTE_MS);
  }

  #now(tick: number): Date {
    return new Date(this.#year.wallMs[tick] ?? 0);
  }
}

function byTick(marks: readonly { tick: number; id: number }[]): ReadonlyMap<number, number[]> {
  const found = new Map<number, number[]>();
  for (const { tick, id } of marks) {
    const ids = found.get(tick);
    if (ids === undefined) found.set(tick, [id]);
    else ids.push(id);
  }
  return found;
}
