import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  LeaseLeadership,
  RENEW_LIMIT_MS,
  RETRY_MS,
} from "../../../../runtime/adapters/kubernetes/lease-leadership.ts";
import { LEASE_SECONDS } from "../../../../runtime/adapters/kubernetes/lease-record.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { FakeLeases, type Line } from "../../../support/fake-leases.ts";
import { FakeTimers } from "../../../support/fake-timers.ts";
import { SilentLogger } from "../../../support/silent-logger.ts";

const LEASE_MS = LEASE_SECONDS * 1_000;
const key = { namespace: "tocsin-system", name: "tocsin-operator" };
const test = suite("LeaseLeadership");

/** A process that would like to lead. */
class Candidate {
  readonly line: Line = { isDown: false, isHanging: false };
  readonly #end = new AbortController();
  readonly ended: Promise<void>;
  isLeading = false;
  terms = 0;

  constructor(world: World, identity: string, lead?: () => Promise<void>) {
    const { timers, logger } = world;
    const leases = world.leases.connect(this.line);
    // Its wall clock is wrong, which must not matter.
    const clock = {
      now: () => new Date(identity === "a" ? 0 : 4e12),
      monotonicMs: () => world.clock.monotonicMs(),
    };
    const random = { fraction: () => 0.5, bytes: () => new Uint8Array(), uuid: () => "" };
    const parts = { leases, key, identity, clock, timers, random, logger };
    this.ended = new LeaseLeadership(parts).run(this.#end.signal, async (term) => {
      this.terms += 1;
      await lead?.();
      this.isLeading = true;
      await new Promise<void>((resolve) => term.addEventListener("abort", () => resolve(), { once: true }));
      this.isLeading = false;
    });
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.ended;
  }
}

class World {
  readonly clock = new FakeClock();
  readonly timers = new FakeTimers(this.clock);
  readonly leases = new FakeLeases();
  readonly logger = new SilentLogger();
}

async function aLeaderAndAFollower(world: World): Promise<readonly [Candidate, Candidate]> {
  const leader = new Candidate(world, "a");
  await world.timers.advance(100);
  const follower = new Candidate(world, "b");
  await world.timers.advance(100);
  assert.ok(leader.isLeading && !follower.isLeading);
  return [leader, follower];
}

test("leads at once where nobody does, and keeps the lease", async () => {
  const world = new World();
  const only = new Candidate(world, "a");
  await world.timers.advance(0);
  assert.ok(only.isLeading);
  await world.timers.advance(600_000);
  assert.ok(only.isLeading);
  assert.is(only.terms, 1);
  assert.is(world.leases.lease?.spec.leaseTransitions, 0);
  assert.match(world.leases.lease?.spec.renewTime ?? "", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  await only.stop();
  assert.is(world.timers.pending, 0);
});

test("leaves the lease to its holder for as long as that renews it", async () => {
  const world = new World();
  const [leader, follower] = await aLeaderAndAFollower(world);
  await world.timers.advance(600_000);
  assert.ok(leader.isLeading && !follower.isLeading);
  assert.equal(world.leases.holders, ["a"]);
  await Promise.all([leader.stop(), follower.stop()]);
  assert.is(world.timers.pending, 0);
});

test("takes over at once from a holder that stops", async () => {
  const world = new World();
  const [leader, follower] = await aLeaderAndAFollower(world);
  await world.timers.advance(5_000);
  await leader.stop();
  await world.timers.advance(0);
  assert.ok(follower.isLeading);
  assert.equal(world.leases.holders, ["a", "", "b"]);
  assert.is(world.leases.lease?.spec.leaseTransitions, 1);
  await follower.stop();
});

test("takes over from a holder that is gone, not before its lease has ended and soon after", async () => {
  for (const after of [0, 700, 1_500, 1_999]) {
    const world = new World();
    const [leader, follower] = await aLeaderAndAFollower(world);
    await world.timers.advance(10_000 + after);
    leader.line.isDown = true;
    const renewedMs = Math.floor(world.clock.monotonicMs() / 1_800) * 1_800;
    while (!follower.isLeading) await world.timers.advance(100);
    const tookMs = world.clock.monotonicMs() - renewedMs;
    assert.ok(tookMs >= LEASE_MS && tookMs <= LEASE_MS + RETRY_MS + 200, `${tookMs} ms`);
    await follower.stop();
    leader.line.isDown = false;
    await leader.stop();
  }
});

test("stops to lead where no renewal comes through, well before another begins", async () => {
  for (const flaw of ["isDown", "isHanging"] as const) {
    const world = new World();
    const [leader, follower] = await aLeaderAndAFollower(world);
    leader.line[flaw] = true;
    let [lostMs, takenMs] = [0, 0];
    const fromMs = world.clock.monotonicMs();
    while (takenMs === 0) {
      await world.timers.advance(50);
      const atMs = world.clock.monotonicMs() - fromMs;
      if (!leader.isLeading && lostMs === 0) lostMs = atMs;
      if (follower.isLeading) takenMs = atMs;
    }
    // A request that hangs was carried out: the lease counts from there, and its holder can't know.
    assert.ok(lostMs <= RENEW_LIMIT_MS + 50, `${flaw}: lost after ${lostMs} ms`);
    assert.ok(takenMs - lostMs >= LEASE_MS - RENEW_LIMIT_MS - RETRY_MS, `${flaw}: taken after ${takenMs} ms`);
    await follower.stop();
  }
});

test("takes its own lease up again after it was lost", async () => {
  const world = new World();
  const only = new Candidate(world, "a");
  await world.timers.advance(5_000);
  only.line.isDown = true;
  await world.timers.advance(20_000);
  assert.not(only.isLeading);
  only.line.isDown = false;
  await world.timers.advance(RETRY_MS);
  assert.ok(only.isLeading);
  assert.is(only.terms, 2);
  await only.stop();
});

test("stops to lead where another has taken the lease", async () => {
  const world = new World();
  const [leader, follower] = await aLeaderAndAFollower(world);
  const { lease } = world.leases;
  if (lease === undefined) throw new Error("no lease");
  world.leases.lease = {
    ...lease,
    metadata: { ...lease.metadata, resourceVersion: "999" },
    spec: { ...lease.spec, holderIdentity: "usurper" },
  };
  await world.timers.advance(RETRY_MS);
  assert.not(leader.isLeading);
  await Promise.all([leader.stop(), follower.stop()]);
});

test("gives the lease up where leading fails, and tries again", async () => {
  const world = new World();
  let failures = 2;
  const only = new Candidate(world, "a", () => {
    failures -= 1;
    return failures >= 0 ? Promise.reject(new Error("can't read")) : Promise.resolve();
  });
  await world.timers.advance(10_000);
  assert.ok(only.isLeading);
  assert.is(only.terms, 3);
  assert.equal(world.leases.holders, ["a", "", "a", "", "a"]);
  await only.stop();
});

test("takes the lease where it is deleted, and where it has no holder", async () => {
  const world = new World();
  const [leader, follower] = await aLeaderAndAFollower(world);
  leader.line.isDown = true;
  world.leases.lease = undefined;
  await world.timers.advance(RETRY_MS);
  assert.ok(follower.isLeading);
  await Promise.all([leader.stop(), follower.stop()]);
});

test("never has two leaders, however the lines fail", async () => {
  const world = new World();
  const candidates = ["a", "b", "c"].map((identity) => new Candidate(world, identity));
  let seed = 7;
  for (let step = 0; step < 3_000; step++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    const chosen = candidates[(seed >> 8) % 3];
    if (chosen !== undefined && step % 20 === 0) chosen.line.isDown = !chosen.line.isDown;
    await world.timers.advance(200);
    const leading = candidates.filter(({ isLeading }) => isLeading).length;
    assert.ok(leading <= 1, `${leading} leaders at step ${step}`);
  }
  assert.ok(candidates.reduce((terms, candidate) => terms + candidate.terms, 0) > 10);
  for (const candidate of candidates) candidate.line.isDown = false;
  await Promise.all(candidates.map((candidate) => candidate.stop()));
});

test.run();
