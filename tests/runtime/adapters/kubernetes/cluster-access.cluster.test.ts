/** Connections to a real API server, over TLS, counted by a relay in front of it. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { KubeConfig } from "@kubernetes/client-node";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentTeamResource } from "../../../../lib/api/agent-team.ts";
import { MAX_CONNECTIONS } from "../../../../runtime/adapters/kubernetes/kubernetes-limits.ts";
import { openKubernetesStore } from "../../../../runtime/adapters/kubernetes/open-kubernetes-store.ts";
import { SystemClock } from "../../../../runtime/adapters/node/system-clock.ts";
import { SystemRandom } from "../../../../runtime/adapters/node/system-random.ts";
import { SystemTimers } from "../../../../runtime/adapters/node/system-timers.ts";
import type { Store } from "../../../../runtime/ports/store.ts";
import { isStoreError, StoreErrorReason } from "../../../../runtime/ports/store-error.ts";
import type { ControlPlane } from "../../../cluster/control-plane/control-plane.ts";
import { startControlPlane } from "../../../cluster/control-plane/start-control-plane.ts";
import { until } from "../../../cluster/control-plane/until.ts";
import { installCrds } from "../../../cluster/install-crds.ts";
import { teamDraft } from "../../../contract/store/drafts.ts";

const CALLS = 500;
const LIMIT_MS = 20_000;
const test = suite("ClusterAccess");
let plane: ControlPlane;
let relay: Relay;
let namespace: string;

/** Passes bytes on to the API server and counts the connections. */
class Relay {
  made = 0;
  readonly open = new Set<Socket>();
  readonly #server: Server;

  constructor(target: URL) {
    this.#server = createServer((near) => {
      this.made += 1;
      this.open.add(near);
      const far = connect(Number(target.port), target.hostname);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        from.pipe(to);
        from.on("error", () => to.destroy());
        from.on("close", () => to.destroy());
      }
      near.on("close", () => this.open.delete(near));
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.open) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

test.before(async () => {
  plane = await startControlPlane();
  await installCrds(plane);
  namespace = await plane.makeNamespace();
});

test.before.each(() => {
  relay = new Relay(new URL(plane.url));
});

test.after.each(() => relay.close());
test.after(() => plane.stop());

async function withStore(
  work: (store: Store, config: KubeConfig) => Promise<void>,
  user = plane.adminConfig.getCurrentUser(),
): Promise<void> {
  const cluster = plane.adminConfig.getCurrentCluster();
  if (cluster === null || user === null) throw new Error("the admin's kubeconfig is not complete");
  const config = new KubeConfig();
  config.loadFromClusterAndUser({ ...cluster, server: `https://127.0.0.1:${await relay.listen()}` }, user);
  const ports = { clock: new SystemClock(), timers: new SystemTimers(), random: new SystemRandom() };
  const { store, close } = openKubernetesStore({ config, ...ports });
  try {
    await work(store, config);
  } finally {
    await close();
  }
}

test("uses its connections again and again", () =>
  withStore(async (store) => {
    for (let call = 0; call < CALLS; call++) await store.get(AgentTeamResource, { namespace, name: "ghost" });
    // A second one is opened where the first is not quite done with an answer that has been read already.
    assert.ok(relay.made <= 2, `${relay.made} connections`);
  }));

test("keeps to its bound however much is asked at once", () =>
  withStore(async (store) => {
    const creates = Array.from({ length: CALLS }, (_, at) =>
      store.create(AgentTeamResource, teamDraft({ name: `team-${at}`, namespace })),
    );
    await Promise.all(creates);
    await Promise.all(
      creates.map((_, at) => store.get(AgentTeamResource, { namespace, name: `team-${at}` })),
    );
    assert.ok(relay.made <= MAX_CONNECTIONS, `${relay.made} connections`);
  }));

test("leaves no connection behind when watches end, and when it is closed", async () => {
  await withStore(async (store) => {
    const { resourceVersion } = await store.list(AgentTeamResource, { namespace, limit: 1 });
    for (let round = 0; round < 20; round++) {
      const end = new AbortController();
      const watching = (async () => {
        const options = { namespace, resourceVersion, signal: end.signal };
        for await (const _ of store.watch(AgentTeamResource, options)) end.abort();
      })();
      const draft = teamDraft({ name: `watched-${round}`, namespace });
      await store.create(AgentTeamResource, draft);
      await watching;
    }
    await until("the watches' connections closed", LIMIT_MS, () => (relay.open.size <= 2 ? true : undefined));
  });
  await until("all connections closed", LIMIT_MS, () => (relay.open.size === 0 ? true : undefined));
});

test("is refused with a token that the server does not know, without telling it", () =>
  withStore(
    async (store) => {
      const error = await store.list(AgentTeamResource).catch((thrown: unknown) => thrown);
      assert.ok(isStoreError(error, StoreErrorReason.unauthorized));
      assert.not.match(JSON.stringify({ ...(error as Error), message: (error as Error).message }), "s3cr3t");
    },
    { name: "stranger", token: "s3cr3t" },
  ));

test("trusts no server that its authority has not signed", () =>
  withStore(async (_, config) => {
    const cluster = config.getCurrentCluster();
    if (cluster === null) throw new Error("no cluster");
    const { caData: __, ...rest } = cluster;
    const stranger = new KubeConfig();
    stranger.loadFromClusterAndUser(rest, { name: "nobody" });
    const ports = { clock: new SystemClock(), timers: new SystemTimers(), random: new SystemRandom() };
    const opened = openKubernetesStore({ config: stranger, ...ports });
    const error = await opened.store
      .create(AgentTeamResource, teamDraft({ name: "x", namespace }))
      .catch((thrown: unknown) => thrown);
    await opened.close();
    assert.ok(isStoreError(error, StoreErrorReason.unavailable), String(error));
  }));

test("takes up new certificates without a restart", () =>
  withStore(async (store, config) => {
    await store.list(AgentTeamResource, { namespace });
    const other = new KubeConfig();
    other.loadFromFile(await plane.makeUser("somebody-else"));
    const user = other.getCurrentUser();
    const current = config.users[0];
    if (user === null || current === undefined) throw new Error("no user");
    Object.assign(current, user, { name: current.name });
    await until("the other user's rights", LIMIT_MS, async () => {
      const error = await store.list(AgentTeamResource, { namespace }).catch((thrown: unknown) => thrown);
      return isStoreError(error, StoreErrorReason.forbidden) ? true : undefined;
    });
  }));

test.run();
