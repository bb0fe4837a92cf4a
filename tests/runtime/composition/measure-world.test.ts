/** The gauges of what exists, and the counters beside them, as a Prometheus reads them of a whole system. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentRunResource } from "../../../lib/api/agent-run.ts";
import { TestSystem } from "../../support/a-system.ts";

const test = suite("measureWorld");

const system = await TestSystem.start();
test.after(() => system.stop());

async function series(): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${system.standalone.metricsURL}/metrics`)).text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]));
}

/** Waits until a series has a value. */
const becomes = (name: string, value: number | undefined) =>
  system.eventually(
    async () => ((await series()).get(name) === value ? true : undefined),
    `${name} ${value}`,
  );

test("counts every kind of fire from nought, so that the first of all is seen as one more", async () => {
  const all = await series();
  for (const source of ["webhook", "cron", "team-output"])
    assert.is(all.get(`tocsin_fires_total{source="${source}",result="failed"}`), 0, source);
  assert.is(all.get('tocsin_run_duration_seconds_count{phase="Failed"}'), 0);
});

test("shows objects by why they are ready or not, an agent's pods, and runs by phase", async () => {
  await system.addIdleTeam("idle", 60);
  await system.addEvent({ targets: [{ team: "idle" }] });
  await becomes('tocsin_objects{kind="AgentTeam",reason="ServiceNotFound"}', 1);
  await becomes('tocsin_objects{kind="AgentEvent",reason="Active"}', 1);
  assert.is((await system.post()).status, 202);
  await becomes('tocsin_runs{phase="Running"}', 1);

  await system.addTeam();
  await becomes('tocsin_agent_pods{agent="default/writer",ready="true"}', 1);
  assert.is((await series()).get('tocsin_agent_pods{agent="default/writer",ready="false"}'), 0);
});

test("forgets what is no more", async () => {
  await system.changeEvent({ suspended: true });
  await becomes('tocsin_objects{kind="AgentEvent",reason="Suspended"}', 1);
  assert.is((await series()).get('tocsin_objects{kind="AgentEvent",reason="Active"}'), undefined);
  await system.changeEvent({ suspended: false, targets: [{ team: "writers" }] });
  await becomes('tocsin_objects{kind="AgentEvent",reason="Active"}', 1);
});

test("counts each of a run's tokens once", async () => {
  const answer = await system.post({ query: "?mode=sync" });
  assert.is(answer.status, 200);
  const run = await system.store.get(AgentRunResource, {
    namespace: "default",
    name: String(answer.body.runName),
  });
  const spent = run?.status?.steps?.[0]?.tokens;
  assert.ok(spent);
  const all = await series();
  const counted = (direction: string) =>
    all.get(`tocsin_tokens_total{agent="default/writer",direction="${direction}"}`);
  assert.equal([counted("prompt"), counted("completion")], [spent?.prompt, spent?.completion]);
  assert.is(all.get('tocsin_fires_total{source="webhook",result="fired"}'), 2);
});

test.run();
