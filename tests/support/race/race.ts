import { AgentEventResource } from "../../../lib/api/agent-event.ts";
import { AgentRunResource } from "../../../lib/api/agent-run.ts";
import { SystemTimers } from "../../../runtime/adapters/node/system-timers.ts";
import type { Store } from "../../../runtime/ports/store.ts";
import { brokenPromises } from "../firing/fire-invariants.ts";
import { everySource, makeFireWorld, SHORT_PREFIX } from "../firing/fire-world.ts";
import { hasSettled } from "../firing/has-settled.ts";
import { repeatedWork } from "../firing/repeated-work.ts";
import { type Post, WebhookCaller } from "../firing/webhook-caller.ts";
import { openStore } from "../open-store.ts";
import { FastTime } from "./fast-time.ts";
import { RaceOperator } from "./race-operator.ts";
import { SharedAgents } from "./shared-agents.ts";

/** How much is fired, over how many webhook events, and how long a leader leads on average. */
export type RaceSize = {
  /** Webhook calls that fire. */
  readonly fires: number;
  /** Fires of all sources that there have to be in the end, so that the suite can't shrink unseen. */
  readonly atLeast: number;
  readonly webhooks: number;
  readonly reignMs: number;
};

/** Callers that call at once. */
const CALLERS = 24;
/** Webhook fires a second: more, and whoever comes to lead would only catch up. */
const PER_SECOND = 50;
const POLL_MS = 500;
/** Nothing is written for so long: what is open stays open. */
const STANDSTILL_MS = 30_000;
/** Far more than it takes to settle, on a busy machine too. */
const SETTLE_LIMIT_MS = 240_000;

/** Lets two operators on one store race on every source while they take the lead from each other; prints figures. */
export async function race(size: RaceSize): Promise<readonly string[]> {
  const time = new FastTime();
  const store = await openStore({ clock: time, timers: new SystemTimers() });
  const plans = everySource(size.webhooks).filter((event) => !event.name.includes(SHORT_PREFIX));
  await makeFireWorld(store, plans);
  const agents = new SharedAgents();
  const operators = [new RaceOperator(store, agents, time), new RaceOperator(store, agents, time)] as const;
  for (const operator of operators) await operator.start();
  const court = new Court(operators, size.reignMs);
  await court.crown();
  const hooks = plans.filter((event) => event.source.type === "webhook").map((event) => event.name);
  const caller = new WebhookCaller(hooks);
  const post = postTo(operators);
  const call = async () => {
    while (caller.fires < size.fires) {
      const earlyMs = (caller.fires / PER_SECOND) * 1_000 - (performance.now() - startedMs);
      if (earlyMs > 0) await pause(earlyMs);
      await caller.callOnce(post);
    }
  };
  const startedMs = performance.now();
  await Promise.all(Array.from({ length: CALLERS }, call));
  await caller.finish(post);
  await court.close();
  await settled(store);
  for (const operator of operators) await operator.stop();
  try {
    return await judge(store, { caller, agents, court, operators, atLeast: size.atLeast });
  } finally {
    await store.close();
  }
}

/** Keyed calls go to both replicas at once: one fire has to come of them. */
function postTo(operators: readonly RaceOperator[]): Post {
  return ({ event, key, id }) => {
    const both = key !== undefined;
    const chosen = both ? operators : [operators[Math.floor(Math.random() * operators.length)]];
    return Promise.all(chosen.flatMap((operator) => operator?.fire(event, key, { id }) ?? []));
  };
}

/** Leadership as a fake: it is taken away now and then, and whenever a write of the leader takes very long. */
class Court {
  reigns = 0;
  readonly #operators: readonly RaceOperator[];
  readonly #timers = new SystemTimers();
  readonly #end = new AbortController();
  readonly #reignMs: number;
  #fall = new AbortController();
  #turning: Promise<void> = Promise.resolve();

  constructor(operators: readonly RaceOperator[], reignMs: number) {
    this.#operators = operators;
    this.#reignMs = reignMs;
    for (const operator of operators) {
      operator.store.onPause = () => {
        if (operator === this.#leader()) this.#fall.abort();
      };
    }
  }

  async crown(): Promise<void> {
    await this.#leader()?.lead();
    this.#turning = this.#turn();
  }

  /** Leaves the lead with whoever has it. */
  async close(): Promise<void> {
    this.#end.abort();
    await this.#turning;
  }

  async #turn(): Promise<void> {
    for (;;) {
      // Long enough for a leader to write something that the next one has to respect.
      await this.#timers.sleep(this.#reignMs / 2, this.#end.signal);
      this.#fall = new AbortController();
      const end = AbortSignal.any([this.#end.signal, this.#fall.signal]);
      await this.#timers.sleep(this.#reignMs * (0.5 + Math.random()), end);
      if (this.#end.signal.aborted) return;
      this.#leader()?.depose();
      this.reigns += 1;
      await this.#leader()?.lead();
    }
  }

  #leader(): RaceOperator | undefined {
    return this.#operators[this.reigns % this.#operators.length];
  }
}

async function settled(store: Store): Promise<void> {
  const startedMs = performance.now();
  let [version, changedMs] = ["", startedMs];
  while (!(await hasSettled(store))) {
    const { resourceVersion } = await store.list(AgentRunResource, { limit: 1 });
    const nowMs = performance.now();
    if (resourceVersion !== version) [version, changedMs] = [resourceVersion, nowMs];
    if (nowMs - changedMs > STANDSTILL_MS || nowMs - startedMs > SETTLE_LIMIT_MS) return;
    await pause(POLL_MS);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function judge(
  store: Store,
  parts: {
    readonly caller: WebhookCaller;
    readonly agents: SharedAgents;
    readonly court: Court;
    readonly operators: readonly RaceOperator[];
    readonly atLeast: number;
  },
): Promise<readonly string[]> {
  const { caller, agents, court, operators } = parts;
  const { items: events } = await store.list(AgentEventResource);
  const { items: runs } = await store.list(AgentRunResource);
  const { acknowledged } = caller;
  const work = repeatedWork(runs, agents.calls);
  const total = events.reduce((sum, { status }) => sum + (status?.firedCount ?? 0), 0);
  const timeouts = operators.reduce((sum, operator) => sum + operator.store.timeouts, 0);
  const errors = new Set(
    operators.flatMap(({ logger }) =>
      logger.lines
        .filter(({ level }) => level === "error")
        .map(({ message, facts }) => `${message}: ${(facts.error as Error | undefined)?.message}`),
    ),
  );
  errors.delete("reconcile failed: the answer was lost");
  console.log(
    [
      `${total} fires (${events.map(({ metadata, status }) => `${metadata.name} ${status?.firedCount}`).join(", ")})`,
      `${caller.calls} webhook calls: ${acknowledged.length} acknowledged, ${caller.skipped} skipped, ${caller.unanswered} without an answer`,
      `${court.reigns} changes of leader, ${timeouts} lost answers; ${runs.length} runs, ${work.steps} steps in ${work.attempts} attempts`,
      ...errors,
    ].join("\n"),
  );
  return [
    ...(total < parts.atLeast ? [`only ${total} fires, and not ${parts.atLeast}`] : []),
    ...caller.problems,
    ...brokenPromises({ events, runs, acknowledged, mayReorder: court.reigns }),
    ...work.problems,
  ];
}
