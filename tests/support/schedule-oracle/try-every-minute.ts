import { type Days, MinuteMatcher } from "./minute-matcher.ts";
import { StoryLog } from "./story-log.ts";
import { MAX_OFFSET_DAYS, type Story, type StorySpec, type YearScenario } from "./year-scenario.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Long enough to hold a 29 February after any of its instants, so `nextFireAt` is always in it. */
const YEARS = 6;

/** The days that a year's clocks can show, and the years after it. */
function daysOf({ startMs }: YearScenario): Days {
  const first = startMs / DAY_MS;
  return { from: first - MAX_OFFSET_DAYS - 1, until: first + YEARS * 366 };
}

/**
 * What one event must do in a year, found the slow way: in each tick each minute that is not settled is tried.
 * It shares no code with the planner, the parser or croner.
 */
export function tryEveryMinute(year: YearScenario, story: Story): StoryLog {
  const brute = new BruteForce(year, story);
  const [created] = story.changes;
  for (let tick = created?.tick ?? year.ticks; tick < year.ticks; tick++) brute.live(tick);
  return brute.log;
}

class BruteForce {
  readonly log = new StoryLog();
  readonly #year: YearScenario;
  readonly #story: Story;
  #nextChange = 0;
  #spec: StorySpec | undefined;
  #seenSpec: StorySpec | undefined;
  #sinceMs: number;
  /** The last minute that is known to hold nothing more for the expression. */
  #tried: number;
  /** The slots; absent where the event is paused or not a cron event. */
  #matcher: MinuteMatcher | undefined;

  constructor(year: YearScenario, story: Story) {
    this.#year = year;
    this.#story = story;
    this.#sinceMs = story.createdAtMs;
    this.#tried = Math.floor(story.createdAtMs / MINUTE_MS);
  }

  live(tick: number): void {
    for (let next = this.#story.changes[this.#nextChange]; next?.tick === tick; ) {
      this.#spec = next.spec;
      next = this.#story.changes[++this.#nextChange];
    }
    if (this.#year.isUp[tick] !== 1 || this.#spec === undefined) return;
    const wallMs = this.#year.wallMs[tick] ?? 0;
    if (this.#spec !== this.#seenSpec) this.#see(this.#spec, wallMs);
    if (this.#matcher !== undefined) this.#tryMinutes(this.#matcher, tick, wallMs);
    if (this.#story.looks.has(tick)) this.log.look(tick, this.#nextFire(wallMs));
  }

  #see(spec: StorySpec, wallMs: number): void {
    const before = this.#matcher;
    const isSameExpression =
      this.#seenSpec?.isCron && spec.isCron && this.#seenSpec.expression === spec.expression;
    const matcher = spec.cron && new MinuteMatcher(spec.cron, daysOf(this.#year));
    const mayFire = spec.isCron && !spec.isSuspended && !spec.isBroken && matcher?.comes;
    this.#matcher = mayFire ? matcher : undefined;

    const isResumed = before === undefined && this.#matcher !== undefined;
    const isAfresh = this.#seenSpec !== undefined && spec.isCron && (!isSameExpression || isResumed);
    if (isAfresh) this.#sinceMs = Math.max(this.#sinceMs, wallMs);
    this.#tried = Math.floor(this.#sinceMs / MINUTE_MS);
    this.#seenSpec = spec;
  }

  #tryMinutes(matcher: MinuteMatcher, tick: number, wallMs: number): void {
    const lastMinute = Math.floor(wallMs / MINUTE_MS);
    let count = 0;
    let latest = 0;
    for (; this.#tried < lastMinute; this.#tried++) {
      if (!matcher.matches(this.#tried + 1)) continue;
      count++;
      latest = this.#tried + 1;
    }
    if (count === 0) return;
    this.#sinceMs = latest * MINUTE_MS;
    const isTooOld = wallMs - this.#sinceMs > (this.#story.catchUpBoundMs ?? Number.POSITIVE_INFINITY);
    this.log.settle({
      tick,
      slot: latest,
      missed: Math.min(isTooOld ? count : count - 1, 100),
      isFired: !isTooOld,
    });
  }

  #nextFire(wallMs: number): number | undefined {
    return this.#matcher?.firstFrom(Math.floor(Math.max(this.#sinceMs, wallMs) / MINUTE_MS) + 1);
  }
}
