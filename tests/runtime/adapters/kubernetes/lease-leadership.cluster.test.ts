/** Two candidates for a real Lease. What time does to them is tested without a cluster. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LeaseType } from "../../../../lib/api/lease.ts";
import type { ObjectKey } from "../../../../lib/api/object.ts";
import { LeaseLeadership } from "../../../../runtime/adapters/kubernetes/lease-leadership.ts";
import { LEASE_SECONDS } from "../../../../runtime/adapters/kubernetes/lease-record.ts";
import { openKubernetesStore } from "../../../../runtime/adapters/kubernetes/open-kubernetes-store.ts";
import { SystemClock } from "../../../../runtime/adapters/node/system-clock.ts";
import { SystemRandom } from "../../../../runtime/adapters/node/system-random.ts";
import { SystemTimers } from "../../../../runtime/adapters/node/system-timers.ts";
import type { ControlPlane } from "../../../cluster/control-plane/control-plane.ts";
import { startControlPlane } from "../../../cluster/control-plane/start-control-plane.ts";
import { until } from "../../../cluster/control-plane/until.ts";
import { SilentLogger } from "../../../support/silent-logger.ts";

const LIMIT_MS = 20_000;
/** A clean hand-over needs no expiry: the candidate watches. */
const HANDOVER_LIMIT_MS = 1_000;
const ports = { clock: new SystemClock(), timers: new SystemTimers(), random: new SystemRandom() };
const test = suite("LeaseLeadership on a cluster");
let plane: ControlPlane;
let key: ObjectKey;

test.before(async () => {
  plane = await startControlPlane();
});

test.before.each(async () => {
  key = { namespace: await plane.makeNamespace(), name: "lease" };
});

test.after(() => plane.stop());

/** A candidate with connections of its own. */
class Candidate {
  isLeading = false;
  readonly opened = openKubernetesStore({ config: plane.adminConfig, ...ports });
  readonly #end = new AbortController();
  readonly #ended: Promise<void>;

  constructor(identity: string) {
    const leases = this.opened.store;
    const parts = { leases, key, identity, ...ports, logger: new SilentLogger() };
    this.#ended = new LeaseLeadership(parts).run(this.#end.signal, async (term) => {
      this.isLeading = true;
      await new Promise<void>((resolve) => term.addEventListener("abort", () => resolve(), { once: true }));
      this.isLeading = false;
    });
  }

  async untilLeading(limitMs = LIMIT_MS): Promise<void> {
    await until("it leads", limitMs, () => (this.isLeading ? true : undefined));
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.#ended;
    await this.opened.close();
  }
}

test("leads one at a time, and hands over at once", async () => {
  const first = new Candidate("first");
  await first.untilLeading();
  const second = new Candidate("second");
  const { store } = second.opened;
  const version = async () => (await store.get(LeaseType, key))?.metadata.resourceVersion;
  const before = await version();
  await until("the lease renewed", LIMIT_MS, async () => ((await version()) !== before ? true : undefined));
  assert.not(second.isLeading);
  const held = await store.get(LeaseType, key);
  assert.is(held?.spec.holderIdentity, "first");
  assert.is(held?.spec.leaseDurationSeconds, LEASE_SECONDS);
  assert.match(held?.spec.renewTime ?? "", /^\d{4}-.*\.\d{6}Z$/);
  const stopped = first.stop();
  await second.untilLeading(HANDOVER_LIMIT_MS);
  await stopped;
  await second.stop();
  assert.is((await heldBy()) ?? "", "");
});

test("leaves one leader where all begin together", async () => {
  const candidates = ["a", "b", "c"].map((identity) => new Candidate(identity));
  await until("one leads", LIMIT_MS, () =>
    candidates.some(({ isLeading }) => isLeading) ? true : undefined,
  );
  assert.is(candidates.filter(({ isLeading }) => isLeading).length, 1);
  await Promise.all(candidates.map((candidate) => candidate.stop()));
});

async function heldBy(): Promise<string | undefined> {
  const path = `/apis/coordination.k8s.io/v1/namespaces/${key.namespace}/leases/${key.name}`;
  const lease = await plane.client.call<{ spec: { holderIdentity?: string } }>(path);
  return lease.spec.holderIdentity;
}

test.run();
