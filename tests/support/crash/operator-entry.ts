/**
 * A standalone operator that dies where its parent wants it to: the production code, with a clock that starts
 * when the parent says and, between it and its store, one that kills this process with SIGKILL at a named write.
 */
import { AgentEventResource } from "../../../lib/api/agent-event.ts";
import { SecretType } from "../../../lib/api/core-types.ts";
import { TokenSecretKey, tokenSecretName } from "../../../lib/api/keys.ts";
import { readSettings } from "../../../runtime/composition/settings.ts";
import { startStandalone } from "../../../runtime/composition/standalone.ts";
import type { Clock } from "../../../runtime/ports/clock.ts";
import type { Store } from "../../../runtime/ports/store.ts";
import { hasSettled } from "../firing/has-settled.ts";
import { type Crash, CrashingStore } from "./crashing-store.ts";

/** What the parent tells the operator by its environment. */
export type OperatorOrders = {
  /** Epoch milliseconds at which the clock starts. */
  readonly clockStartMs: number;
  readonly crash?: Crash | undefined;
};

/** What the operator tells its parent. */
export type OperatorNews =
  | {
      readonly kind: "listening";
      readonly webhookURL: string;
      readonly tokens: Readonly<Record<string, string>>;
    }
  | { readonly kind: "settled" };

const POLL_MS = 20;
const orders = JSON.parse(process.env.TOCSIN_TEST_ORDERS ?? "{}") as OperatorOrders;
const clock: Clock = {
  now: () => new Date(orders.clockStartMs + performance.now()),
  monotonicMs: () => performance.now(),
};
const die = () => process.kill(process.pid, "SIGKILL");
const { crash } = orders;
const wrapStore = (store: Store) => (crash === undefined ? store : new CrashingStore(store, crash, die));
const seams = { clock, wrapStore };
const { store, webhookURL, stop } = await startStandalone(readSettings(process.env), seams);
tell({ kind: "listening", webhookURL, tokens: await readTokens() });

process.on("message", async (order) => {
  if (order === "settle") {
    let isSettled = false;
    while (!isSettled) {
      await pause(500);
      isSettled = await hasSettled(store);
    }
    tell({ kind: "settled" });
  }
  if (order === "stop") {
    await stop();
    process.exit(0);
  }
});
process.on("disconnect", () => process.exit(1));

async function readTokens(): Promise<Record<string, string>> {
  const { items } = await store.list(AgentEventResource);
  const tokens: Record<string, string> = {};
  for (const { metadata, spec } of items) {
    if (spec.source.type !== "webhook") continue;
    const key = { namespace: metadata.namespace, name: tokenSecretName(metadata.name) };
    let secret = await store.get(SecretType, key);
    for (; secret === undefined; secret = await store.get(SecretType, key)) await pause(POLL_MS);
    tokens[metadata.name] = Buffer.from(secret.data?.[TokenSecretKey.token] ?? "", "base64").toString();
  }
  return tokens;
}

function tell(news: OperatorNews): void {
  process.send?.(news);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
