import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentRun } from "../../../../lib/api/agent-run.ts";
import { HistoryHolds, MAX_KEYED_FIRES } from "../../../../runtime/domain/team/history-holds.ts";
import { aFire } from "../../../support/builders/a-fire.ts";
import { anEndedRun } from "../../../support/builders/a-run.ts";
import { anEvent } from "../../../support/builders/an-event.ts";

const FIRED = new Date("2026-01-01T10:00:00Z");
const DAY_MS = 86_400_000;
const after = (ms: number) => new Date(FIRED.getTime() + ms);
const only = (runs: readonly AgentRun[]): AgentRun => {
  const [run] = runs;
  if (run === undefined) throw new Error("there is a run");
  return run;
};
const holds = (runs: readonly AgentRun[], now = FIRED) =>
  new HistoryHolds({ runsOfEvent: () => runs, listenersOf: () => [] }, now);

const test = suite("HistoryHolds");

test("holds nothing of a fire without key or turn", () => {
  const run = only(aFire());
  assert.not.ok(holds([run]).hold(run));
});

test("holds a keyed run for a day", () => {
  const run = only(aFire({ isKeyed: true, firedAt: FIRED }));
  assert.ok(holds([run], after(DAY_MS - 1)).hold(run));
  assert.not.ok(holds([run], after(DAY_MS)).hold(run));
});

test("holds a keyed run until a thousand younger ones of its event have come", () => {
  const run = only(aFire({ isKeyed: true, firedAt: FIRED, key: "first" }));
  const younger = Array.from({ length: MAX_KEYED_FIRES }, (_, index) =>
    only(aFire({ isKeyed: true, firedAt: after(index + 1), key: `${index}` })),
  );
  assert.ok(holds([run, ...younger.slice(1)], after(5_000)).hold(run));
  assert.not.ok(holds([run, ...younger], after(5_000)).hold(run));
});

test("counts keyed fires and not their runs", () => {
  const event = anEvent({ spec: { targets: [{ team: "a" }, { team: "b" }, { team: "c" }] } });
  const fires = Array.from({ length: 400 }, (_, index) =>
    aFire({ event, isKeyed: true, firedAt: after(index), key: `${index}` }),
  );
  assert.ok(holds(fires.flat(), after(5_000)).hold(only(fires[0] ?? [])));
});

test("holds the runs of the last two turns", () => {
  const turns = [7, 9, 8].map((turn) => only(aFire({ turn, key: `${turn}` })));
  const held = turns.filter((run) => holds(turns).hold(run)).map((run) => run.spec.trigger.turn);
  assert.equal(held, [9, 8]);
});

test("holds a run until all that listen to its team have dealt with it", () => {
  const run = anEndedRun("r", "2026-01-01T10:00:00Z");
  const handled = anEvent({ status: { ledger: { handled: [{ uid: "r-uid" }] } } });
  const asked: string[] = [];
  const sources = (listeners: ReturnType<typeof anEvent>[]) => ({
    runsOfEvent: () => [],
    listenersOf: (team: string) => {
      asked.push(team);
      return listeners;
    },
  });
  assert.ok(new HistoryHolds(sources([handled]), FIRED).isHandled(run));
  const waiting = new HistoryHolds(sources([handled, anEvent()]), FIRED);
  assert.not.ok(waiting.isHandled(run));
  assert.ok(waiting.hold(run));
  assert.equal(asked, ["writers", "writers"], "each team is asked about once a look");
});

test.run();
