import { join } from "node:path";
import { type AgentEvent, AgentEventResource } from "../../../lib/api/agent-event.ts";
import { AgentRunResource } from "../../../lib/api/agent-run.ts";
import type { Store } from "../../../runtime/ports/store.ts";
import { FakeClock } from "../fake-clock.ts";
import { CountingProvider } from "../firing/counting-provider.ts";
import { brokenPromises } from "../firing/fire-invariants.ts";
import { everySource, makeFireWorld, SHORT_PREFIX } from "../firing/fire-world.ts";
import { postOverHTTP } from "../firing/post-over-http.ts";
import { repeatedWork } from "../firing/repeated-work.ts";
import { shortHistoryProblems } from "../firing/short-history.ts";
import { WebhookCaller } from "../firing/webhook-caller.ts";
import { openStore } from "../open-store.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { type Doom, doomOf } from "./doom.ts";
import { OperatorProcess } from "./operator-process.ts";

/** How long a crash test goes on: until both are reached. */
export type CrashSize = {
  /** Webhook calls that are acknowledged. */
  readonly fires: number;
  /** Fires of all sources that there have to be in the end, so that the suite can't shrink unseen. */
  readonly atLeast: number;
  readonly kills: number;
  readonly webhooks: number;
};

const STORE_FILE = "state.db";
/** One life lasts at most this long; a crash point that was not reached by then is a kill at random. */
const LIFE_MS = 2_500;
/** It also lasts until the model was called so often, or for so long. */
const WORK_OF_A_LIFE = 100;
const LONGEST_LIFE_MS = 8_000;
const POLL_MS = 10;
/** Requests that are under way at once. */
const CALLERS = 6;
const MINUTE_MS = 60_000;
/** Lives begin this long before a full minute, so that a slot comes within each of them. */
const LEAD_MS = 2_000;
/** The last life begins right after a full minute, so that it can settle. */
const LAST_LEAD_MS = 58_000;
/** Minutes that pass while the operator is down. */
const DOWNTIMES = [0, 0, 1, 3, 15];

/** Lets a standalone operator serve every source, kills it again and again, and says which promises were broken; prints its figures. */
export async function crashOperator(size: CrashSize): Promise<readonly string[]> {
  using folder = temporaryFolder();
  const path = join(folder.path, STORE_FILE);
  const startMs = Date.parse("2026-01-01T00:00:00Z");
  await withStore(path, startMs, (store) => makeFireWorld(store, everySource(size.webhooks)));
  const provider = await CountingProvider.start();
  const lives = new Lives(folder.path, provider, startMs, size);
  try {
    await lives.live();
    return await withStore(path, startMs, (store) => judge(store, lives, provider, size.atLeast));
  } finally {
    await provider.close();
  }
}

class Lives {
  readonly caller: WebhookCaller;
  readonly deaths = new Map<string, number>();
  kills = 0;
  #nowMs: number;
  readonly #folder: string;
  readonly #provider: CountingProvider;
  readonly #size: CrashSize;

  constructor(folder: string, provider: CountingProvider, startMs: number, size: CrashSize) {
    this.#folder = folder;
    this.#provider = provider;
    this.#nowMs = startMs;
    this.#size = size;
    const hooks = everySource(size.webhooks).filter((event) => event.source.type === "webhook");
    this.caller = new WebhookCaller(hooks.map((event) => event.name));
  }

  async live(): Promise<void> {
    const { kills, fires, atLeast } = this.#size;
    const isEnough = async () =>
      this.kills >= kills && this.caller.acknowledged.length >= fires && (await this.#fired()) >= atLeast;
    while (!(await isEnough())) await this.#oneLife();
    await this.#lastLife();
  }

  /** What the dead operator has counted so far. */
  #fired(): Promise<number> {
    return withStore(join(this.#folder, STORE_FILE), this.#nowMs, async (store) =>
      firedIn((await store.list(AgentEventResource)).items),
    );
  }

  async #oneLife(): Promise<void> {
    const doom = doomOf(this.kills);
    const operator = this.#born(LEAD_MS, doom);
    let calls = 0;
    let isOutlived = false;
    this.#provider.onCall = () => {
      if (++calls === doom.atModelCall) operator.kill();
    };
    const listening = await operator.news("listening");
    if (listening !== undefined) {
      const { fires, kills } = this.#size;
      let left = Math.ceil((fires / kills) * 3);
      const call = async () => {
        while (left-- > 0 && (await this.caller.callOnce(postOverHTTP(listening))));
      };
      const all = Promise.all(Array.from({ length: CALLERS }, call));
      const isRandom = doom.crash === undefined && doom.atModelCall === 0;
      const deadline = performance.now() + (isRandom ? Math.random() * LIFE_MS : LIFE_MS);
      // On a busy machine a life takes longer: if nothing ever got done, lives would only pile up work.
      const isDone = () => performance.now() > deadline && (isRandom || calls >= WORK_OF_A_LIFE);
      const latest = performance.now() + LONGEST_LIFE_MS;
      while (!operator.isDead && !isDone() && performance.now() < latest) await sleep(POLL_MS);
      isOutlived = !operator.isDead;
      operator.kill();
      await all;
    }
    if ((await operator.died) !== "SIGKILL") throw new Error(`it ended by itself: ${operator.output}`);
    this.#count(isOutlived ? "random" : doom.name);
    this.#pass(operator);
  }

  /** Nobody dies any more: whatever was promised is kept now. */
  async #lastLife(): Promise<void> {
    this.#provider.onCall = () => {};
    const operator = this.#born(LAST_LEAD_MS, { name: "none", crash: undefined, atModelCall: 0 });
    const listening = await operator.news("listening");
    if (listening === undefined) throw new Error(`the last operator died: ${operator.output}`);
    await this.caller.finish(postOverHTTP(listening));
    operator.send("settle");
    await operator.news("settled");
    operator.send("stop");
    await operator.died;
    this.#pass(operator);
  }

  #born(leadMs: number, doom: Doom): OperatorProcess {
    const downtime = DOWNTIMES[Math.floor(Math.random() * DOWNTIMES.length)] ?? 0;
    const minute = Math.ceil((this.#nowMs + leadMs) / MINUTE_MS) + downtime;
    this.#nowMs = minute * MINUTE_MS - leadMs;
    const orders = { clockStartMs: this.#nowMs, crash: doom.crash };
    return new OperatorProcess(this.#folder, this.#provider.baseURL, orders);
  }

  #pass(operator: OperatorProcess): void {
    this.#nowMs += Math.ceil(operator.ageMs);
  }

  #count(name: string): void {
    this.kills += 1;
    this.deaths.set(name, (this.deaths.get(name) ?? 0) + 1);
  }
}

async function judge(
  store: Store,
  lives: Lives,
  provider: CountingProvider,
  atLeast: number,
): Promise<readonly string[]> {
  const { items: events } = await store.list(AgentEventResource);
  const { items: runs } = await store.list(AgentRunResource);
  const isShort = (name: string | undefined) => name?.startsWith(`hook-${SHORT_PREFIX}`) === true;
  const { acknowledged, unanswered, skipped, problems, calls } = lives.caller;
  const keptRuns = runs.filter((run) => !isShort(run.spec.trigger.event));
  const shortRuns = runs.filter((run) => isShort(run.spec.trigger.event));
  const kept = events.filter((event) => !isShort(event.metadata.name));
  const short = events.filter((event) => isShort(event.metadata.name));
  const work = repeatedWork(keptRuns, provider.calls);
  const fired = events.map(({ metadata, status }) => `${metadata.name} ${status?.firedCount}`).join(", ");
  const total = firedIn(events);
  const deaths = [...lives.deaths].map(([name, count]) => `${name} ${count}`).sort();
  console.log(
    [
      `${total} fires (${fired})`,
      `${calls} webhook calls: ${acknowledged.length} acknowledged, ${skipped} skipped, ${unanswered} without an answer`,
      `${lives.kills} kills: ${deaths.join(", ")}`,
      `${keptRuns.length} runs, ${work.steps} steps in ${work.attempts} attempts; ${work.lost} attempts died with their process, ${work.givenUp} steps were given up for that`,
    ].join("\n"),
  );
  return [
    ...(total < atLeast ? [`only ${total} fires, and not ${atLeast}`] : []),
    ...problems,
    ...brokenPromises({ events: kept, runs: keptRuns, acknowledged }),
    ...short.flatMap((event) =>
      shortHistoryProblems(event, acknowledged, { unanswered, calls: provider.calls, runs: shortRuns }),
    ),
    ...work.problems,
  ];
}

function firedIn(events: readonly AgentEvent[]): number {
  return events.reduce((sum, { status }) => sum + (status?.firedCount ?? 0), 0);
}

async function withStore<T>(path: string, nowMs: number, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ path, clock: new FakeClock(new Date(nowMs)) });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
