import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentEvent } from "../../../../lib/api/agent-event.ts";
import type { AgentRun } from "../../../../lib/api/agent-run.ts";
import {
  exceedingRuns,
  type HistoryInput,
  MAX_ENDED_RUNS,
  planHistory,
} from "../../../../runtime/domain/team/plan-history.ts";
import { aFire, fireIDOfRuns } from "../../../support/builders/a-fire.ts";
import { anEndedRun, aRun } from "../../../support/builders/a-run.ts";
import { aTeam } from "../../../support/builders/a-team.ts";
import { anEvent } from "../../../support/builders/an-event.ts";

const NOW = new Date("2026-01-01T12:00:00Z");
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 10, 0, second)).toISOString();
const ended = (name: string, second: number, phase: "Succeeded" | "Failed" = "Succeeded") =>
  anEndedRun(name, at(second), { phase });
const end = (runs: readonly AgentRun[], second: number): AgentRun[] =>
  runs.map((run) => ({ ...run, status: { phase: "Succeeded", completedAt: at(second) } }));
const namesOf = (runs: readonly AgentRun[]) => runs.map((run) => run.metadata.name);

type Case = Partial<HistoryInput> & { readonly limit?: number; readonly events?: readonly AgentEvent[] };

/** All runs of the world are given; those of `writers` are the team's own. */
function plan(all: readonly AgentRun[], { limit = 1, events = [], ...rest }: Case = {}) {
  const team = aTeam({ spec: { runHistoryLimit: { succeeded: limit, failed: limit } } });
  const runs = all.filter((run) => run.spec.team === "writers");
  const others = new Set(namesOf(all.filter((run) => run.spec.team !== "writers")));
  const exceeding = exceedingRuns(team, runs);
  const input: HistoryInput = {
    team,
    runs,
    runsOfFire: (fireID) => all.filter((run) => run.spec.trigger.fireID === fireID),
    runsOfEvent: (uid) => all.filter((run) => run.spec.trigger.eventUID === uid),
    retriesOf: (run) => all.filter((each) => each.spec.retryOf?.run === run.metadata.name),
    eventOf: (run) => events.find((event) => event.metadata.name === run.spec.trigger.event),
    isExceeding: (run) => exceeding.has(run.metadata.uid) || others.has(run.metadata.name),
    listenersOf: () => [],
    ...rest,
  };
  const { deletions, unhandled } = planHistory(input, NOW);
  return { names: namesOf(deletions), unhandled };
}

const listener = (...uids: string[]) =>
  anEvent({ status: { ledger: { handled: uids.map((uid) => ({ uid })) } } });

const history = suite("planHistory");

history("deletes what exceeds the limits of its phase, oldest first, and nothing that goes on", () => {
  const runs = [ended("c", 3), ended("a", 1), ended("b", 2), ended("f", 0, "Failed"), aRun("open")];
  assert.equal(plan(runs).names, ["a", "b"]);
  assert.equal(plan(runs, { limit: 0 }).names, ["f", "a", "b", "c"]);
});

history("keeps a run until every event that listens to its team has dealt with it", () => {
  const runs = [ended("a", 1), ended("b", 2), ended("c", 3)];
  const listenersOf = () => [listener("a-uid", "b-uid"), listener("b-uid")];
  assert.equal(plan(runs, { listenersOf }).names, ["b"]);
});

history("keeps a run while a retry of it goes on", () => {
  const retry = aRun("a-r1", { spec: { team: "other", retryOf: { run: "a" } } });
  const runs = [ended("a", 1), ended("b", 2)];
  assert.equal(plan([...runs, retry]).names, []);
  assert.equal(plan([...runs, end([retry], 3)].flat()).names, ["a"]);
});

const two = anEvent({ spec: { targets: [{ team: "writers" }, { team: "painters" }] } });
const fire = (key: string, second: number) => end(aFire({ event: two, key }), second);

history("deletes a fire as a unit, once none of its runs is needed", () => {
  const [first, second] = [fire("a", 1), fire("b", 2)];
  const all = [...first, ...second];
  assert.equal(plan(all).names, namesOf(first));
  const isExceeding = (run: AgentRun) => run.metadata.name === first[0]?.metadata.name;
  assert.equal(plan(all, { isExceeding }).names, [], "the other team still keeps its run");
});

history("keeps a fire whose run an event of another team has yet to deal with", () => {
  const [first, second] = [fire("a", 1), fire("b", 2)];
  const listenersOf = (team: string) => (team === "painters" ? [listener()] : []);
  assert.equal(plan([...first, ...second], { listenersOf }).names, []);
});

history("keeps a fire that is still starting", () => {
  const [first, second] = [fire("a", 1), fire("b", 2)];
  const starting = [fireIDOfRuns(first)];
  const events = [{ ...two, status: { ledger: { starting } } }];
  assert.equal(plan([...first, ...second], { events }).names, []);
});

history("bounds what a team keeps, keyed and unhandled runs included, and counts the latter", () => {
  const keyed = Array.from({ length: MAX_ENDED_RUNS + 2 }, (_, index) =>
    end(aFire({ key: `${index}`, isKeyed: true, firedAt: NOW }), index),
  ).flat();
  assert.equal(plan(keyed).names, namesOf(keyed.slice(0, 2)));
  const listenersOf = () => [listener(keyed[0]?.metadata.uid ?? "")];
  const planned = plan(keyed, { listenersOf });
  assert.equal([planned.names.length, planned.unhandled], [2, 1]);
});

history("looks at a thousand keyed runs in no time", () => {
  const keyed = Array.from({ length: MAX_ENDED_RUNS }, (_, index) =>
    end(aFire({ key: `${index}`, isKeyed: true, firedAt: NOW }), index),
  ).flat();
  const startedAt = performance.now();
  for (let look = 0; look < 5; look++) assert.equal(plan(keyed, { runsOfFire: () => [] }).names, []);
  // Comparing each with each takes seconds.
  assert.ok(performance.now() - startedAt < 1_000);
});

history.run();

const exceeding = suite("exceedingRuns");

exceeding("counts each phase by itself and never what has not ended", () => {
  const team = aTeam({ spec: { runHistoryLimit: { succeeded: 1, failed: 0 } } });
  const runs = [
    ended("a", 1),
    ended("b", 2),
    ended("f", 3, "Failed"),
    aRun("open", { status: { phase: "Running" } }),
  ];
  assert.equal([...exceedingRuns(team, runs)].sort(), ["a-uid", "f-uid"]);
});

exceeding.run();
