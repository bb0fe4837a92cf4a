import { suite } from "uvu";
import * as assert from "uvu/assert";
import { planAccounting } from "../../../../runtime/domain/accounting/plan-accounting.ts";
import { slimRun } from "../../../../runtime/domain/run/slim-run.ts";
import { aFire } from "../../../support/builders/a-fire.ts";
import { aTeamSpec } from "../../../support/builders/a-team.ts";
import { anEvent } from "../../../support/builders/an-event.ts";
import { aRunningStep } from "../../../support/builders/an-observed-run.ts";

const targets = [
  { team: "a", input: { text: "large" } },
  { team: "b", input: { text: "large" } },
];

const test = suite("slimRun");

test("leaves out inputs, outputs and the snapshot", () => {
  const [zero] = aFire({ targets });
  if (zero === undefined) throw new Error("a fire has a run 0");
  const steps = [aRunningStep("write", { output: "large" })];
  const status = {
    phase: "Succeeded" as const,
    output: "large",
    teamSpec: aTeamSpec({ input: { a: "large" } }),
    steps,
  };
  const slim = slimRun({ ...zero, status });
  assert.not.match(JSON.stringify(slim), /large|teamSpec/);
  assert.equal(slim.status?.steps, [aRunningStep("write")]);
  assert.is(slim.spec.trigger.siblings?.length, 2);
});

test("keeps all that accounting asks for", () => {
  const now = new Date("2026-01-01T00:20:00Z");
  const whole = aFire({ targets });
  const runs = [
    whole,
    aFire({ targets, key: "cut" }).slice(0, 1),
    aFire({ targets, key: "gone" }).slice(1),
  ].flat();
  const figures = (all: typeof runs) => {
    const plan = planAccounting({ event: anEvent(), runs: all }, now);
    const { deletions, completions, starting, hasWaiting } = plan;
    return [
      deletions.map(({ run, cause }) => [run.metadata.name, cause]),
      completions.map(({ runZero, indexes }) => [runZero.metadata.name, indexes]),
      starting,
      hasWaiting,
    ];
  };
  assert.equal(figures(runs.map(slimRun)), figures(runs));
});

test("leaves a run without a status without one", () => {
  const [zero] = aFire();
  if (zero === undefined) throw new Error("a fire has a run 0");
  assert.not.ok("status" in slimRun(zero));
});

test.run();
