import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentRun } from "../../../../lib/api/agent-run.ts";
import type { Ledger } from "../../../../lib/api/ledger.ts";
import { settleFire } from "../../../../runtime/domain/accounting/settle-fire.ts";
import { firesOf } from "../../../../runtime/domain/firing/fires-of.ts";
import { aFire, fireIDOfRuns } from "../../../support/builders/a-fire.ts";
import { inPhase } from "../../../support/builders/a-run.ts";
import { anEvent } from "../../../support/builders/an-event.ts";

const slot = new Date("2026-01-01T08:00:00Z");
const upstream = { team: "t", run: "r", uid: "upstream-uid", output: "", chain: ["t"] };
const event = anEvent({ spec: { targets: [{ team: "a" }, { team: "b" }] } });
const fires = {
  webhook: aFire({ event }),
  cron: aFire({ event, cause: { type: "cron", slot } }),
  output: aFire({ event, cause: { type: "team-output", upstream } }),
};

type Case = {
  readonly runs: readonly AgentRun[];
  readonly ledger?: Ledger;
  readonly isStarting?: boolean;
  readonly isKnown?: boolean;
};

const begun = fires.webhook.map((run, index) => (index === 0 ? inPhase(run, "Running") : run));
const since = (instant: string) => ({ ledger: { since: instant } });

const test = suite("settleFire");

const cases: [name: string, facts: Case, state: string][] = [
  ["open where nothing is known of it", { runs: fires.webhook }, "open"],
  ["settled once one of its runs has begun", { runs: begun }, "settled"],
  ["settled while it is starting", { runs: fires.webhook, isStarting: true }, "settled"],
  ["a duplicate of a fire that is known", { runs: fires.webhook, isKnown: true }, "duplicate"],
  [
    "a duplicate also of one that is starting",
    { runs: fires.webhook, isKnown: true, isStarting: true },
    "duplicate",
  ],
  ["cancelled where its run 0 is gone", { runs: fires.webhook.slice(1) }, "cancelled"],
  [
    "settled where its run 0 is gone after it was counted",
    { runs: fires.webhook.slice(1), isStarting: true },
    "settled",
  ],
  ["open for a slot after `since`", { runs: fires.cron, ...since("2026-01-01T07:59:59Z") }, "open"],
  ["late for the slot at `since`", { runs: fires.cron, ...since("2026-01-01T08:00:00.000Z") }, "late"],
  ["late for a slot before `since`", { runs: fires.cron, ...since("2026-01-01T09:00:00Z") }, "late"],
  ["open for a slot where there is no `since`", { runs: fires.cron }, "open"],
  [
    "settled for an old slot that is starting",
    { runs: fires.cron, isStarting: true, ...since("2027-01-01T00:00:00Z") },
    "settled",
  ],
  [
    "late for an upstream that is handled",
    { runs: fires.output, ledger: { handled: [{ uid: "upstream-uid" }] } },
    "late",
  ],
  [
    "open for an upstream that is not",
    { runs: fires.output, ledger: { handled: [{ uid: "other" }] } },
    "open",
  ],
];
for (const [name, { runs, ledger = {}, isStarting = false, isKnown = false }, state] of cases) {
  test(`finds a fire ${name}`, () => {
    const [fire] = firesOf(runs);
    if (fire === undefined) throw new Error("the runs are a fire");
    const ids = new Set([fireIDOfRuns(runs)]);
    const books = {
      ledger,
      starting: isStarting ? ids : new Set<string>(),
      known: isKnown ? ids : new Set<string>(),
    };
    assert.is(settleFire(fire, books), state);
  });
}

test.run();
