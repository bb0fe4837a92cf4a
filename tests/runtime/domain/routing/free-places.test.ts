import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Candidate } from "../../../../runtime/domain/routing/choose-endpoint.ts";
import { freePlaces } from "../../../../runtime/domain/routing/free-places.ts";

const pod = (podUID: string, parts: Partial<Candidate> = {}): Candidate => ({
  podUID,
  isReady: true,
  isTerminating: false,
  maxConcurrentTasks: 4,
  ...parts,
});

const test = suite("freePlaces");

const cases: [name: string, pods: Candidate[], tasks: Record<string, number>, places: number][] = [
  ["none without pods", [], {}, 0],
  ["what all pods together may still take", [pod("a"), pod("b")], { a: 1, b: 4 }, 3],
  [
    "none of pods that are not ready or terminate",
    [pod("a", { isReady: false }), pod("b", { isTerminating: true })],
    {},
    0,
  ],
  ["none less for a pod that has too many", [pod("a", { maxConcurrentTasks: 1 }), pod("b")], { a: 3 }, 4],
];
for (const [name, pods, tasks, places] of cases) {
  test(`counts ${name}`, () =>
    assert.is(
      freePlaces(pods, (uid) => tasks[uid] ?? 0),
      places,
    ));
}

test.run();
