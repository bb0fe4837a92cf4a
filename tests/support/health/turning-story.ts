import type { AgentRun } from "../../../lib/api/agent-run.ts";
import type { EventRecord } from "../../../lib/api/core-types.ts";
import { hasEnded } from "../../../runtime/domain/firing/fires-of.ts";
import type { HealthSystem } from "./health-system.ts";
import { sooner } from "./sooner.ts";
import { TurningProvider } from "./turning-provider.ts";
import type { Way } from "./ways-to-turn-bad.ts";

/** What was seen of an agent whose provider turned bad and good again, while runs were fired all the time. */
export type Story = {
  /** From the turn of the provider to the agent's status that says so. */
  readonly leftAfterMs: number;
  readonly returnedAfterMs: number;
  /** Of `status.lastProbe` while the provider was bad. */
  readonly probeReason: string | undefined;
  readonly conditionMessage: string | undefined;
  readonly runs: readonly AgentRun[];
  readonly fired: number;
  /** Runs that were fired while the agent was known to be not ready, and yet came to it. */
  readonly misrouted: readonly string[];
  readonly checks: number;
  readonly checkedForMs: number;
  readonly records: readonly EventRecord[];
};

const TURNING = "turning";
const STEADY = "steady";
const FIRE_EVERY_MS = 150;
/** Runs that have to pass by an agent that is not ready before its provider turns good. */
const PASSING_RUNS = 6;

/** Tells the story of one way to turn bad, in a namespace of its own. */
export async function tellStory(system: HealthSystem, way: Way, provider: TurningProvider): Promise<Story> {
  const steady = await TurningProvider.start();
  const firing = new Firing(system, way.name);
  try {
    return await live(system, way, { provider, steady, firing });
  } finally {
    firing.pause();
    await steady.close();
  }
}

async function live(
  system: HealthSystem,
  { name: namespace, badness }: Way,
  parts: { readonly provider: TurningProvider; readonly steady: TurningProvider; readonly firing: Firing },
): Promise<Story> {
  const { provider, steady, firing } = parts;
  const firstMs = performance.now();
  await system.addWork(namespace, { timeoutSeconds: 5, retries: 6 });
  await system.addAgent(namespace, TURNING, { provider: { baseURL: provider.baseURL } });
  // The other one is not asked for sense: on a busy machine a check may be late, and then nobody would be left.
  const livenessProbe = { type: "ping", intervalSeconds: 60 } as const;
  await system.addAgent(namespace, STEADY, { provider: { baseURL: steady.baseURL }, livenessProbe });
  await system.ready(namespace, TURNING);
  await system.ready(namespace, STEADY);
  firing.begin();
  const worksFrom = (sinceMs: number) => provider.count(false, TURNING, sinceMs) > 0;
  await sooner(() => worksFrom(firstMs), `${namespace}: both agents work`);

  const badMs = performance.now();
  await provider.turnBad(badness);
  await system.ready(namespace, TURNING, 0);
  const leftMs = performance.now();
  const passing = firing.next;
  // The pod is out at once; why, its status says as soon as the pod has been asked.
  const status = async () => (await system.agent(namespace, TURNING))?.status;
  const reason = async () => (await status())?.lastProbe?.[0]?.reason;
  await sooner(async () => (await reason()) !== undefined, `${namespace}: the status says why`);
  const { lastProbe, conditions } = (await status()) ?? {};
  await sooner(() => firing.hasPassed(passing + PASSING_RUNS), `${namespace}: runs go elsewhere`);
  const passed = firing.next;

  const goodMs = performance.now();
  await provider.turnGood();
  await system.ready(namespace, TURNING);
  const returnedMs = performance.now();
  await sooner(() => worksFrom(returnedMs), `${namespace}: work comes back`);
  await firing.stop();
  const runs = await ended(system, namespace);
  const records = () => system.recordsOf(namespace, TURNING);
  await sooner(async () => (await records()).length >= 2, `${namespace}: both changes are recorded`);
  const lastMs = performance.now();
  return {
    leftAfterMs: leftMs - badMs,
    returnedAfterMs: returnedMs - goodMs,
    probeReason: lastProbe?.[0]?.reason,
    conditionMessage: conditions?.[0]?.message,
    runs,
    fired: firing.next,
    // Of the last ones fired while it was bad, some may have been waiting when it came back.
    misrouted: provider.calls
      .filter((call) => !call.isCheck && call.atMs < goodMs && isBetween(call.prompt, passing, passed))
      .map(({ prompt }) => prompt),
    checks: provider.count(true, TURNING),
    checkedForMs: lastMs - firstMs,
    records: await records(),
  };
}

function isBetween(prompt: string, from: number, to: number): boolean {
  const number = Number(prompt.replace("fire-", ""));
  return number >= from && number < to;
}

async function ended(system: HealthSystem, namespace: string): Promise<readonly AgentRun[]> {
  await sooner(async () => (await system.runs(namespace)).every(hasEnded), `${namespace}: all runs end`);
  return system.runs(namespace);
}

/** Fires at a steady pace until it is stopped. */
class Firing {
  /** Number of the next fire. */
  next = 0;
  readonly #system: HealthSystem;
  readonly #namespace: string;
  readonly #passed = new Set<number>();
  readonly #sent: Promise<void>[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(system: HealthSystem, namespace: string) {
    this.#system = system;
    this.#namespace = namespace;
  }

  begin(): void {
    this.#timer = setInterval(() => {
      const sent = this.#fire(this.next++);
      // Whoever stops the firing sees the error; until then it must not end the process.
      sent.catch(() => undefined);
      this.#sent.push(sent);
    }, FIRE_EVERY_MS);
  }

  pause(): void {
    clearInterval(this.#timer);
  }

  /** Whether the run of this fire has succeeded. */
  hasPassed(number: number): boolean {
    return this.#passed.has(number);
  }

  /** Resolves once all fires have been answered and their runs have succeeded or failed. */
  async stop(): Promise<void> {
    this.pause();
    await Promise.all(this.#sent);
  }

  async #fire(number: number): Promise<void> {
    const runName = await this.#system.fire(this.#namespace, `fire-${number}`);
    let run: AgentRun | undefined;
    await sooner(async () => {
      run = await this.#system.run(this.#namespace, runName);
      return run !== undefined && hasEnded(run);
    }, `${this.#namespace}: run ${runName} of fire ${number} ends`);
    if (run?.status?.phase === "Succeeded") this.#passed.add(number);
  }
}
