import { firePath } from "../../../lib/api/network.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { BENCH_PLACE, BENCH_TOKEN, seedIntake } from "../intake/seed-intake.ts";
import { startChild } from "../load/child.ts";
import { type Load, postLoad } from "../load/post-load.ts";
import { type Findings, quantile } from "../report/figure.ts";
import { BareClient } from "./bare-client.ts";
import { BenchCluster } from "./bench-cluster.ts";

const CONNECTIONS = 16;
const WINDOW_MS = 5_000;

/** Async fires with no leader at work, beside bare creates of the same run over as many connections. */
export async function measureClusterIntake(plane: ControlPlane, rounds: number): Promise<Findings> {
  const pairs = await alternate(plane, CONNECTIONS, rounds);
  return {
    figures: [
      {
        what: `async fires ÷ bare creates, ${CONNECTIONS} connections`,
        unit: "×",
        values: pairs.map(([product, bare]) => product.perSecond / bare.perSecond),
        goal: { atLeast: 0.9 },
      },
      { what: "async fires a second", unit: "/s", values: pairs.map(([product]) => product.perSecond) },
      { what: "bare creates a second", unit: "/s", values: pairs.map(([, bare]) => bare.perSecond) },
    ],
  };
}

/** What the webhook adds to a create, over one connection. */
export async function measureLatency(plane: ControlPlane, rounds: number): Promise<Findings> {
  const pairs = await alternate(plane, 1, rounds);
  const added = (part: number) =>
    pairs.map(([product, bare]) => quantile(product.answersMs, part) - quantile(bare.answersMs, part));
  return {
    figures: [
      {
        what: "added by the webhook, one connection, p50",
        unit: "ms",
        values: added(0.5),
        goal: { atMost: 1 },
      },
      {
        what: "added by the webhook, one connection, p99",
        unit: "ms",
        values: added(0.99),
        goal: { atMost: 4 },
      },
      {
        what: "a bare create, one connection, p50",
        unit: "ms",
        values: pairs.map(([, bare]) => quantile(bare.answersMs, 0.5)),
      },
    ],
  };
}

async function alternate(
  plane: ControlPlane,
  connections: number,
  rounds: number,
): Promise<readonly (readonly [Load, Load])[]> {
  const cluster = await BenchCluster.make(plane);
  const { namespace } = cluster;
  const bare = await BareClient.make(plane);
  await cluster.withStore((store) => seedIntake(store, namespace));
  const child = startChild("tests/bench/intake/product-process.ts", [`${plane.kubeconfig}#${namespace}`]);
  try {
    const { url } = await child.next<{ url: string }>();
    const fires = () =>
      postLoad({
        url,
        path: firePath(namespace, BENCH_PLACE.event),
        headers: { authorization: `Bearer ${BENCH_TOKEN}`, "content-type": "application/json" },
        body: () => JSON.stringify({ topic: "the history of bells" }),
        connections,
        expected: 202,
        warmUpMs: 1_000,
        windowMs: WINDOW_MS,
      });
    const creates = () => bare.creates(connections, WINDOW_MS);
    const pairs: [Load, Load][] = [];
    for (let round = 0; round < rounds; round++) {
      // Who comes second bears what the server has left to do of the first: they take turns.
      const [first, second] = round % 2 === 0 ? [fires, creates] : [creates, fires];
      const [one, other] = [await first(), await second()];
      pairs.push(round % 2 === 0 ? [one, other] : [other, one]);
    }
    return pairs;
  } finally {
    await child.stop();
  }
}
