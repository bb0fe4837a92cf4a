import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { StepStatus } from "../../../../lib/api/agent-run.ts";
import type { AgentTeamSpec } from "../../../../lib/api/agent-team.ts";
import { MAX_LOST_PODS } from "../../../../runtime/domain/run/advance-step.ts";
import { aRun } from "../../../support/builders/a-run.ts";
import { anyTeam } from "../../../support/run-simulation/any-team.ts";
import { type Chance, type Look, simulateRun } from "../../../support/run-simulation/simulate-run.ts";

const anyChance = fc.infiniteStream(fc.nat(99)).map(
  (stream): Chance =>
    () =>
      stream.next().value ?? 0,
);
const numRuns = 500;

function everyLook(check: (look: Look, spec: AgentTeamSpec) => void): void {
  fc.assert(
    fc.property(anyTeam, anyChance, (spec, chance) => {
      for (const look of simulateRun(spec, chance)) check(look, spec);
    }),
    { numRuns },
  );
}

const isOver = (step: StepStatus | undefined) =>
  step?.phase === "Succeeded" || step?.phase === "Failed" || step?.phase === "Skipped";
const stepsOf = (status: { readonly steps?: StepStatus[] | undefined }) => status.steps ?? [];
const phaseOf = (steps: readonly StepStatus[], name: string) =>
  steps.find((each) => each.name === name)?.phase;
const needsOf = (spec: AgentTeamSpec, name: string) =>
  spec.steps.find((each) => each.name === name)?.dependsOn ?? [];

const test = suite("planRun, at random");

test("always ends, with every step over and a phase that fits the steps", () => {
  fc.assert(
    fc.property(anyTeam, anyChance, (spec, chance) => {
      const last = simulateRun(spec, chance).at(-1)?.after;
      assert.ok(last !== undefined && last.completedAt !== undefined);
      const steps = stepsOf(last);
      assert.is(steps.length, spec.steps.length);
      assert.ok(steps.every(isOver));
      const hasFailed = steps.some(({ phase }) => phase === "Failed");
      assert.is(last.phase, hasFailed ? "Failed" : "Succeeded");
      if (!hasFailed) assert.ok(steps.every(({ phase }) => phase === "Succeeded"));
    }),
    { numRuns },
  );
});

test("never goes on after its time", () => {
  everyLook(({ now, after }, spec) => {
    const deadline = Date.parse("2026-01-01T00:00:00Z") + spec.timeoutSeconds * 1_000;
    if (now.getTime() >= deadline) assert.is.not(after.phase, "Running");
  });
});

test("starts no step before all that it depends on have succeeded", () => {
  everyLook(({ plan, after }, spec) => {
    for (const { step } of plan.ready) {
      for (const needed of needsOf(spec, step.name))
        assert.is(phaseOf(stepsOf(plan.status), needed), "Succeeded");
    }
    for (const { name, phase } of stepsOf(after)) {
      if (phase !== "Running") continue;
      for (const needed of needsOf(spec, name)) assert.is(phaseOf(stepsOf(after), needed), "Succeeded");
    }
  });
});

test("skips a step only below one that has failed", () => {
  everyLook(({ after }, spec) => {
    for (const { name, phase } of stepsOf(after)) {
      if (phase !== "Skipped") continue;
      const below = needsOf(spec, name).map((needed) => phaseOf(stepsOf(after), needed));
      assert.ok(
        below.some((each) => each === "Failed" || each === "Skipped"),
        name,
      );
    }
  });
});

test("attempts a step once, and again for each retry and each lost pod that is forgiven", () => {
  everyLook(({ after }, spec) => {
    for (const { name, attempts = 0, lostPods = 0 } of stepsOf(after)) {
      const retries = spec.steps.find((each) => each.name === name)?.retries ?? 0;
      assert.ok(attempts - lostPods <= retries + 1, `${attempts} attempts, ${lostPods} of them lost`);
      assert.ok(attempts <= retries + 1 + MAX_LOST_PODS);
      assert.ok(lostPods <= MAX_LOST_PODS + 1);
    }
  });
});

test("never changes a step that is over, nor gives one task to two attempts", () => {
  const attempted = new Map<string, string>();
  everyLook(({ before, after }) => {
    for (const step of stepsOf(before)) {
      const now = stepsOf(after).find((each) => each.name === step.name);
      if (isOver(step)) assert.equal(now, step);
      if (now?.phase !== "Running" || now.taskID === undefined) continue;
      const attempt = `${now.name} ${now.attempts}`;
      assert.is(attempted.get(now.taskID) ?? attempt, attempt);
      attempted.set(now.taskID, attempt);
    }
  });
});

test("names each running attempt once: as going on, or as over", () => {
  everyLook(({ before, plan }) => {
    const running = stepsOf(before).filter(({ phase }) => phase === "Running");
    const ids = [
      ...plan.ongoing.map(({ status }) => status.taskID),
      ...plan.over.map(({ taskID }) => taskID),
    ];
    assert.equal(ids.sort(), running.map(({ taskID }) => taskID).sort());
  });
});

test("never looks again later than the next deadline", () => {
  everyLook(({ now, plan, after }) => {
    if (after.phase !== "Running") return;
    assert.ok(plan.checkAt !== undefined && plan.checkAt > now);
    for (const { deadline } of [...plan.ready, ...plan.ongoing]) assert.ok(plan.checkAt <= deadline);
  });
});

test("retries a failed run: keeps what succeeded, and ends as well", () => {
  fc.assert(
    fc.property(anyTeam, anyChance, (spec, chance) => {
      const last = simulateRun(spec, chance).at(-1)?.after;
      if (last?.phase !== "Failed") return;
      const original = aRun("run", { status: last });
      const looks = simulateRun(spec, chance, original);
      const kept = stepsOf(last).filter(({ phase }) => phase === "Succeeded");
      const again = stepsOf(looks.at(-1)?.after ?? {});
      for (const step of kept)
        assert.equal(
          again.find(({ name }) => name === step.name),
          step,
        );
      assert.ok(again.every(isOver));
      assert.ok(looks.length > 0, "something ran again");
    }),
    { numRuns },
  );
});

test.run();
