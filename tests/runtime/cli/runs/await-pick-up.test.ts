import { EventEmitter } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentRunResource } from "../../../../lib/api/agent-run.ts";
import { AgentTeamResource } from "../../../../lib/api/agent-team.ts";
import type { CliError } from "../../../../runtime/cli/cli-error.ts";
import { awaitPickUp } from "../../../../runtime/cli/runs/await-pick-up.ts";
import { createRun } from "../../../../runtime/cli/runs/create-run.ts";
import { Patience } from "../../../../runtime/cli/runs/patience.ts";
import { manualRunDraft } from "../../../../runtime/domain/run/manual-run.ts";
import { aTeam } from "../../../support/builders/a-team.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { FakeTimers } from "../../../support/fake-timers.ts";
import { HookedStore } from "../../../support/hooked-store.ts";
import { openStore } from "../../../support/open-store.ts";
import { until } from "../../../support/until.ts";

const test = suite("awaitPickUp");

const namespace = "default";
const limitMs = 60_000;
const asked = { name: "writers-x", team: "writers" };

/** Somebody who waits for a run that is stored, where nobody works on it. */
async function aWait() {
  const store = new HookedStore(await openStore());
  const timers = new FakeTimers(new FakeClock());
  const interrupts = new EventEmitter();
  const team = await store.create(AgentTeamResource, {
    ...aTeam(),
    metadata: { namespace, name: "writers" },
  });
  const { run } = await createRun(
    store,
    manualRunDraft(team, { name: asked.name, input: {}, now: new Date(0) }),
  );
  const complaints: string[] = [];
  const terminal = { complain: (line: string) => void complaints.push(line) };
  const patience = new Patience(limitMs, timers, interrupts);
  const place = { store, timers, namespace, sameFlags: " -n desk" };
  const waiting = awaitPickUp(place, terminal, asked, { limitMs, patience });
  await until(timers, () => store.count("watch") === 1);
  return { store, timers, interrupts, team, run, complaints, waiting };
}

test("ends when the team's status shows the run", async () => {
  const { store, team, complaints, waiting } = await aWait();
  await store.replaceStatus(AgentTeamResource, {
    ...team,
    status: { phase: "Running", lastRunName: asked.name },
  });
  await waiting;
  assert.equal(complaints, []);
});

test("ends when a later run has the team's status, and this one has begun", async () => {
  const { store, timers, team, run, waiting } = await aWait();
  const gets = store.count("get", "AgentRun");
  const later = await store.replaceStatus(AgentTeamResource, {
    ...team,
    status: { lastRunName: "writers-y" },
  });
  await until(timers, () => store.count("get", "AgentRun") > gets);
  await store.replaceStatus(AgentRunResource, { ...run, status: { phase: "Running" } });
  await store.replaceStatus(AgentTeamResource, { ...later, status: { lastRunName: "writers-z" } });
  await waiting;
});

test("says what it waits for, and that no operator came", async () => {
  const { timers, complaints, waiting } = await aWait();
  const failed = waiting.catch((error: unknown) => error as CliError);
  await timers.advance(3_000);
  assert.equal(complaints, ["run writers-x is stored; waiting for an operator to take it up"]);
  await timers.advance(limitMs);
  const { message, advice, exitCode } = (await failed) as CliError;
  assert.is(message, "no operator has taken up run writers-x within 1m; it begins once one does");
  assert.is(advice, "Follow it with: tocsin watch writers-x -n desk");
  assert.is(exitCode, 124);
});

test("leaves the run at Ctrl-C", async () => {
  const { interrupts, waiting } = await aWait();
  interrupts.emit("SIGINT");
  const { message, exitCode } = (await waiting.catch((error: unknown) => error)) as CliError;
  assert.equal([message, exitCode], ["run writers-x goes on", 130]);
});

test.run();
