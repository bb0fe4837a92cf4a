import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentRun } from "../../../../lib/api/agent-run.ts";
import type { Ledger } from "../../../../lib/api/ledger.ts";
import {
  inOrderOfCompletion,
  MAX_UPSTREAMS_AT_ONCE,
  planUpstream,
  type UpstreamInput,
} from "../../../../runtime/domain/event/plan-upstream.ts";
import { anEndedRun, aRun } from "../../../support/builders/a-run.ts";
import { anEvent, upstreamSource } from "../../../support/builders/an-event.ts";

const NOW = new Date("2026-01-01T12:00:00Z");
const HOUR_MS = 3_600_000;
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString();
const ended = (name: string, minute: number, phase: "Succeeded" | "Failed" = "Succeeded") =>
  anEndedRun(name, at(minute), { phase });

type Case = Partial<Omit<UpstreamInput, "event">> & {
  readonly handled?: Ledger["handled"];
  readonly onPhase?: "Succeeded" | "Failed" | "*";
  readonly createdAt?: string;
};

function plan(runs: readonly AgentRun[], facts: Case = {}, now = NOW) {
  const { handled = [], onPhase = "*", createdAt = at(0), ...rest } = facts;
  const event = anEvent({
    metadata: { creationTimestamp: createdAt },
    spec: { source: upstreamSource(onPhase) },
    status: { ledger: { handled } },
  });
  const still = {
    accounted: [],
    fired: new Set<string>(),
    startsAfresh: false,
    isNew: false,
    isPaused: false,
  };
  const planned = planUpstream({ event, upstreamRuns: runs, ...still, ...rest }, now);
  const names = planned.due.map((run) => run.metadata.name);
  return { ...planned, names, uids: planned.handled.map(({ uid }) => uid) };
}

const test = suite("planUpstream");

test("fires for every run that has ended, in the order of completion", () => {
  const planned = plan([ended("b", 2), ended("c", 3, "Failed"), aRun("open"), ended("a", 1)]);
  assert.equal(planned.names, ["a", "b", "c"]);
  assert.equal(planned.handled, []);
  assert.is(planned.upstream, "writers/*");
});

test("fires for the wanted phase alone, and deals with the others at once", () => {
  const planned = plan([ended("a", 1), ended("b", 2, "Failed")], { onPhase: "Failed" });
  assert.equal([planned.names, planned.uids], [["b"], ["a-uid"]]);
});

test("fires neither for what is handled nor for what has a fire already", () => {
  const runs = [ended("a", 1), ended("b", 2), ended("c", 3), ended("d", 4)];
  const facts = { handled: [{ uid: "a-uid" }], accounted: ["b-uid"], fired: new Set(["b-uid", "c-uid"]) };
  const planned = plan(runs, facts);
  assert.equal([planned.names, planned.uids], [["d"], ["a-uid", "b-uid"]]);
});

test("takes what ended before a new event as handled, and what ended after it as due", () => {
  const planned = plan([ended("a", 1), ended("b", 20)], { isNew: true, createdAt: at(10) });
  assert.equal([planned.names, planned.uids], [["b"], ["a-uid"]]);
});

test("takes all that has ended as handled where it starts afresh", () => {
  const planned = plan([ended("a", 1), ended("b", 2), aRun("open")], { startsAfresh: true });
  assert.equal([planned.names, planned.uids], [[], ["a-uid", "b-uid"]]);
});

test("remembers what is gone where it starts afresh, so that a late fire for it is known", () => {
  const planned = plan([ended("b", 2)], { startsAfresh: true, handled: [{ uid: "gone-uid" }] });
  assert.equal(planned.handled, [{ uid: "gone-uid", goneAt: NOW.toISOString() }, { uid: "b-uid" }]);
});

test("passes completions over while paused, but not one that has a fire already", () => {
  const planned = plan([ended("a", 1), ended("b", 2)], { isPaused: true, fired: new Set(["a-uid"]) });
  assert.equal([planned.names, planned.uids], [[], ["b-uid"]]);
});

test("remembers a handled run for an hour after it is gone", () => {
  const first = plan([], { handled: [{ uid: "a-uid" }] });
  assert.equal(first.handled, [{ uid: "a-uid", goneAt: NOW.toISOString() }]);
  const { handled } = first;
  const almost = new Date(NOW.getTime() + HOUR_MS - 1);
  assert.equal(plan([], { handled }, almost).handled, handled);
  assert.equal(plan([], { handled }, new Date(NOW.getTime() + HOUR_MS)).handled, []);
});

test("accounts a fire whose upstream run is gone like any other", () => {
  assert.equal(plan([], { accounted: ["a-uid"] }).uids, ["a-uid"]);
});

test("fires for so many at once and leaves the rest unhandled for the next look", () => {
  const runs = Array.from({ length: MAX_UPSTREAMS_AT_ONCE + 5 }, (_, index) =>
    anEndedRun(`run-${index}`, new Date(Date.UTC(2026, 0, 1, 10, 0, 0, index)).toISOString()),
  );
  const planned = plan(runs.reverse());
  assert.is(planned.names.length, MAX_UPSTREAMS_AT_ONCE);
  assert.is(planned.names[0], "run-0");
  assert.equal(planned.handled, []);
});

test.run();

const order = suite("inOrderOfCompletion");

order("orders by the end, and runs of one instant by their uid", () => {
  const runs = [ended("b", 2), ended("z", 1), ended("a", 2)];
  assert.equal(
    runs.sort(inOrderOfCompletion).map((run) => run.metadata.name),
    ["z", "a", "b"],
  );
});

order.run();
