/** The reflector and the Kubernetes store's watches against a hostile server in front of a real one. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SILENCE_LIMIT_MS } from "../../../runtime/adapters/kubernetes/kubernetes-limits.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { startControlPlane } from "../../cluster/control-plane/start-control-plane.ts";
import { installCrds } from "../../cluster/install-crds.ts";
import { FollowedCluster } from "../../support/followed-cluster.ts";
import type { Hostility } from "../../support/hostile-api.ts";

const test = suite("Reflector on a hostile API server");
let plane: ControlPlane;

test.before(async () => {
  plane = await startControlPlane();
  await installCrds(plane);
});

test.after(() => plane.stop());

/** A temper that does something to the first `times` watches, or lists, or both. */
function firstTimes(times: number, hostility: Hostility, on: "watch" | "list" | "both" = "watch") {
  let left = times;
  return (_: string, isWatch: boolean) => {
    const isMeant = on === "both" || (on === "watch") === isWatch;
    if (!isMeant || left === 0) return undefined;
    left -= 1;
    return hostility;
  };
}

async function following(work: (followed: FollowedCluster) => Promise<void>): Promise<void> {
  const followed = await FollowedCluster.begin(plane);
  try {
    await work(followed);
    assert.equal(followed.errors, []);
  } finally {
    await followed.end();
  }
  assert.is(followed.timers.pending, 0, "a timer has leaked");
}

const statuses = [410, 429, 500, 503] as const;
const hostilities: readonly (readonly [string, Hostility, ("watch" | "list" | "both")?])[] = [
  ["cut in the middle of a line", { kind: "cut", afterBytes: 1_500 }],
  ["cut before the first byte", { kind: "cut", afterBytes: 1 }],
  ["slow, in pieces of seven bytes", { kind: "slow" }],
  ["ended as soon as they begin", { kind: "empty" }],
  ["reporting that their version has expired", { kind: "error event", code: 410 }],
  ["reporting that something went wrong", { kind: "error event", code: 500 }],
  ["never answered", { kind: "half-open" }],
  ...statuses.map((code) => [`answered ${code}`, { kind: "status", code }] as const),
  ...statuses.map((code) => [`answered ${code}, as lists are`, { kind: "status", code }, "both"] as const),
  ["cut like lists", { kind: "cut", afterBytes: 900 }, "both"],
];

for (const [name, hostility, on] of hostilities) {
  test(`catches up where watches are ${name}`, () =>
    following(async (followed) => {
      await followed.write(2);
      await followed.untilCaughtUp();
      followed.hostile.temper = firstTimes(4, hostility, on);
      followed.hostile.breakAll();
      await followed.write(8);
      await followed.untilCaughtUp();
      await followed.write(2);
      await followed.untilCaughtUp();
    }));
}

for (const hostility of [
  { kind: "status", code: 410 },
  { kind: "error event", code: 410 },
] as const) {
  test(`lists again after a 410 as ${hostility.kind}, and after nothing else`, () =>
    following(async (followed) => {
      const { hostile } = followed;
      const { reads } = hostile;
      hostile.temper = firstTimes(3, { kind: "status", code: 500 });
      hostile.breakAll();
      await followed.write(2);
      await followed.untilCaughtUp();
      assert.is(hostile.reads, reads);
      hostile.temper = firstTimes(1, hostility);
      hostile.breakAll();
      await followed.write(2);
      await followed.untilCaughtUp();
      assert.is(hostile.reads, reads + 1);
    }));
}

test("notices a watch that is silent, and misses nothing", () =>
  following(async (followed) => {
    followed.hostile.temper = firstTimes(2, { kind: "silent", afterBytes: 10 });
    followed.hostile.breakAll();
    await followed.write(4);
    await followed.timers.advance(SILENCE_LIMIT_MS);
    await followed.timers.advance(SILENCE_LIMIT_MS);
    await followed.untilCaughtUp();
  }));

test("does not hurry where every list and every watch says that its version has expired", () =>
  following(async (followed) => {
    followed.hostile.temper = (_, isWatch) => (isWatch ? { kind: "status", code: 410 } : undefined);
    followed.hostile.breakAll();
    const before = followed.hostile.requests;
    for (let passed = 0; passed < 60; passed++) {
      await followed.untilSo(() => true);
      await followed.timers.advance(1_000);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.ok(
      followed.hostile.requests - before < 40,
      `${followed.hostile.requests - before} requests a minute`,
    );
    followed.hostile.temper = () => undefined;
    await followed.untilCaughtUp();
  }));

test("catches up after anything, in any order", () =>
  following(async (followed) => {
    const kinds: readonly (Hostility | undefined)[] = [
      ...hostilities.map(([, hostility]) => hostility).filter(({ kind }) => kind !== "half-open"),
      undefined,
      undefined,
    ];
    let turn = 0;
    followed.hostile.temper = () => kinds[(turn++ * 7 + 3) % kinds.length];
    for (let round = 0; round < 10; round++) {
      await followed.write(3);
      await followed.timers.advance(500);
      if (round % 3 === 0) followed.hostile.breakAll();
    }
    followed.hostile.temper = () => undefined;
    await followed.untilCaughtUp();
    assert.ok(followed.hostile.openConnections <= 2, `${followed.hostile.openConnections} connections`);
  }));

const moments: readonly (readonly [string, Hostility | undefined])[] = [
  ["while it watches", undefined],
  ["in the middle of a line", { kind: "silent", afterBytes: 700 }],
  ["while it waits for an answer", { kind: "half-open" }],
  ["while it waits after a failure", { kind: "status", code: 500 }],
];
for (const [name, hostility] of moments) {
  test(`delivers nothing after it was stopped ${name}`, () =>
    following(async (followed) => {
      const { hostile } = followed;
      const before = hostile.requests;
      hostile.temper = () => hostility;
      hostile.breakAll();
      await followed.untilSo(() => hostile.requests > before);
      await followed.write(1);
      await followed.stopReflector();
      const { changes } = followed;
      hostile.temper = () => undefined;
      const requests = hostile.requests;
      await followed.write(2);
      await followed.timers.advance(60_000);
      await new Promise((resolve) => setImmediate(resolve));
      assert.is(followed.changes, changes);
      assert.is(hostile.requests, requests);
      assert.is(followed.timers.pending, 0);
    }));
}

test.run();
