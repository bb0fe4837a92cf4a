import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentRun } from "../../../../lib/api/agent-run.ts";
import type { AgentTeam } from "../../../../lib/api/agent-team.ts";
import { latestRun, planTeamStatus } from "../../../../runtime/domain/team/plan-team.ts";
import { aRun } from "../../../support/builders/a-run.ts";
import { aStep, aTeam } from "../../../support/builders/a-team.ts";

const NOW = new Date("2026-01-01T00:00:00Z");
const LATER = new Date("2026-01-01T01:00:00Z");
const team = aTeam({ metadata: { generation: 3 }, spec: { steps: [aStep("read"), aStep("write")] } });
const plan = (runs: readonly AgentRun[], of: AgentTeam = team, now = NOW) =>
  planTeamStatus({ team: of, runs, hasService: () => true }, now);
const runAt = (name: string, createdAt: string, firedAt = createdAt) =>
  aRun(name, { metadata: { creationTimestamp: createdAt }, trigger: { firedAt } });

const status = suite("planTeamStatus");

status("tells of no run where there was none", () => {
  const planned = plan([]);
  assert.equal(Object.keys(planned).sort(), ["conditions", "observedGeneration"]);
  assert.equal([planned.observedGeneration, planned.conditions?.[0]?.reason], [3, "Valid"]);
});

status("runs from the moment a run exists, with all steps pending", () => {
  const planned = plan([aRun("new")]);
  assert.equal([planned.phase, planned.lastRunName], ["Running", "new"]);
  assert.equal(planned.steps, [
    { name: "read", phase: "Pending" },
    { name: "write", phase: "Pending" },
  ]);
});

status("shows the steps of the latest run without their outputs", () => {
  const times = { startedAt: "2026-01-01T00:00:00Z", completedAt: "2026-01-01T00:00:01Z" };
  const steps = [{ name: "read", phase: "Succeeded" as const, output: "secret", attempts: 2, ...times }];
  const planned = plan([aRun("done", { status: { phase: "Succeeded", steps } })]);
  assert.is(planned.phase, "Succeeded");
  assert.equal(planned.steps, [{ name: "read", phase: "Succeeded", ...times }]);
});

for (const [phase, shown] of [
  ["Pending", "Running"],
  ["Running", "Running"],
  ["Failed", "Failed"],
] as const) {
  status(`shows a run that is ${phase} as ${shown}`, () => {
    assert.is(plan([aRun("r", { status: { phase } })]).phase, shown);
  });
}

status("keeps what it knows of the end of a run that is deleted", () => {
  const steps = [{ name: "read", phase: "Succeeded" as const }];
  const ended = { ...team, status: plan([aRun("r", { status: { phase: "Succeeded", steps } })]) };
  assert.equal(plan([], ended, LATER), ended.status);
});

status("does not run for ever once its running run is deleted", () => {
  const running = { ...team, status: plan([aRun("r", { status: { phase: "Running" } })]) };
  const planned = plan([], running);
  assert.equal([planned.phase, planned.steps, planned.lastRunName], [undefined, undefined, "r"]);
});

status("says what keeps it from running", () => {
  const missing = planTeamStatus({ team, runs: [], hasService: () => false }, NOW);
  assert.equal(
    [missing.conditions?.[0]?.status, missing.conditions?.[0]?.reason],
    ["False", "ServiceNotFound"],
  );
});

status("plans nothing new on the status that it planned", () => {
  const runs = [aRun("r", { status: { phase: "Running" } })];
  const planned = plan(runs);
  assert.equal(plan(runs, { ...team, status: planned }, LATER), planned);
});

status.run();

const latest = suite("latestRun");

latest("is the one that was created last, of one second the one asked for last, then by name", () => {
  const runs = [
    runAt("old", "2026-01-01T00:00:00Z"),
    runAt("b", "2026-01-01T00:00:05Z", "2026-01-01T00:00:05.100Z"),
    runAt("a", "2026-01-01T00:00:05Z", "2026-01-01T00:00:05.900Z"),
    runAt("c", "2026-01-01T00:00:05Z", "2026-01-01T00:00:05.100Z"),
  ];
  assert.is(latestRun(runs)?.metadata.name, "a");
  assert.is(latestRun([...runs].reverse())?.metadata.name, "a");
  assert.is(latestRun(runs.filter((run) => run.metadata.name !== "a"))?.metadata.name, "c");
  assert.is(latestRun([]), undefined);
});

latest.run();
