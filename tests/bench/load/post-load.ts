import { performance } from "node:perf_hooks";
import { Pool } from "undici";

/** Whom to ask, how, and for how long. */
export type LoadPlan = {
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body of each call, by its number. */
  readonly body: (call: number) => string;
  readonly connections: number;
  readonly expected: number;
  readonly warmUpMs?: number;
  readonly windowMs: number;
  /** What an API server is spoken to with. */
  readonly tls?: { readonly ca: string; readonly cert: string; readonly key: string };
};

/** What an endpoint took: answers a second, and how long each took. */
export type Load = { readonly perSecond: number; readonly answersMs: readonly number[] };

/** POSTs over so many connections for a while, each as soon as the one before is answered. */
export async function postLoad(plan: LoadPlan): Promise<Load> {
  const pool = new Pool(plan.url, { connections: plan.connections, ...(plan.tls && { connect: plan.tls }) });
  try {
    if (plan.warmUpMs !== undefined) await callFor(pool, plan, plan.warmUpMs);
    const startedAt = performance.now();
    const answersMs = await callFor(pool, plan, plan.windowMs);
    return { perSecond: answersMs.length / ((performance.now() - startedAt) / 1_000), answersMs };
  } finally {
    await pool.close();
  }
}

let calls = 0;

async function callFor(pool: Pool, plan: LoadPlan, windowMs: number): Promise<readonly number[]> {
  const { path, headers, expected, connections } = plan;
  const answersMs: number[] = [];
  const endsAt = performance.now() + windowMs;
  const caller = async () => {
    while (performance.now() < endsAt) {
      const askedAt = performance.now();
      const answer = await pool.request({ method: "POST", path, headers, body: plan.body(calls++) });
      const text = await answer.body.text();
      if (answer.statusCode !== expected)
        throw new Error(`answered ${answer.statusCode}: ${text.slice(0, 300)}`);
      answersMs.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
  return answersMs;
}
