/** Every example does its work in a standalone system, as docs/examples.md says, with the stand-in model. */
import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentEventResource } from "../../lib/api/agent-event.ts";
import { type AgentRun, AgentRunResource } from "../../lib/api/agent-run.ts";
import { applyManifests } from "../../runtime/composition/apply-manifests.ts";
import { TestSystem } from "../support/a-system.ts";
import { SettableClock } from "../support/settable-clock.ts";

const test = suite("the examples");

const MONDAY = "2026-11-23";
const clock = new SettableClock(`${MONDAY}T07:30:00Z`);
const system = await TestSystem.start({}, { clock });
test.after(() => system.stop());

const apply = (example: string) =>
  applyManifests(system.store, readFileSync(`dist/examples/${example}.k8s.yaml`, "utf8"));

async function runsOf(event: string): Promise<AgentRun[]> {
  const { items } = await system.store.list(AgentRunResource);
  return items.filter(({ spec }) => spec.trigger.event === event);
}

/** The only run of an event, once it has ended. */
const endOf = (event: string) =>
  system.eventually(async () => {
    const [run, other] = await runsOf(event);
    assert.is(other, undefined);
    return run?.status?.completedAt === undefined ? undefined : run;
  }, `${event} has a run that has ended`);

const namesOf = (run: AgentRun | undefined) =>
  run?.status?.steps?.map(({ name, phase }) => `${name} ${phase}`);

test("let the research desk work on a topic, in four steps", async () => {
  await apply("research-desk");
  const body = { topic: "the bells of Antwerp" };
  const { status, body: answer } = await system.post({ event: "research", query: "?mode=sync", body });
  assert.is(status, 200);
  assert.is(answer.status, "succeeded");
  for (const role of ["researcher", "critic", "writer", "speaker"]) assert.match(answer.output, role);
  assert.match(answer.output, "the bells of Antwerp");
  assert.equal(namesOf(await endOf("research")), [
    "research Succeeded",
    "critique Succeeded",
    "write Succeeded",
    "say Succeeded",
  ]);
});

test("have a pull request reviewed, and refuse one without a diff", async () => {
  await apply("pull-request-review");
  const { status, body } = await system.post({
    event: "pull-request",
    query: "?mode=sync",
    body: { pull_request: { title: "Ring twice" }, diff: "-ring(1)\n+ring(2)" },
  });
  assert.is(status, 200);
  assert.is(body.status, "succeeded");
  assert.match(body.output, "Ring twice");
  const run = await endOf("pull-request");
  assert.is(run.spec.input?.["title"], "Ring twice");
  assert.is(run.spec.input?.["diff"], "-ring(1)\n+ring(2)");
  assert.equal(namesOf(run), ["correctness Succeeded", "security Succeeded", "verdict Succeeded"]);
  const refused = await system.post({ event: "pull-request", body: { pull_request: { title: "No diff" } } });
  assert.is(refused.status, 422);
  assert.is((await runsOf("pull-request")).length, 1);
});

test("write the daily report when eight o'clock comes", async () => {
  await apply("daily-report");
  await system.observed("every-weekday");
  assert.is((await system.event("every-weekday")).status?.nextFireAt, `${MONDAY}T08:00:00.000Z`);
  assert.equal(await runsOf("every-weekday"), []);
  clock.set(`${MONDAY}T08:00:01Z`);
  // Timers that were set before do not see the clock jump; a change of the event has it looked at again.
  const event = await system.event("every-weekday");
  const metadata = { ...event.metadata, annotations: { "example.com/looked-at": "again" } };
  await system.store.replace(AgentEventResource, { ...event, metadata });
  const run = await endOf("every-weekday");
  assert.is(run.status?.phase, "Succeeded");
  assert.is(run.spec.input?.["day"], MONDAY);
  assert.equal(namesOf(run), ["incident Succeeded", "questions Succeeded", "report Succeeded"]);
  assert.is((await system.event("every-weekday")).status?.nextFireAt, "2026-11-24T08:00:00.000Z");
});

test("announce a release once its notes are written", async () => {
  await apply("release-chain");
  const { status, body } = await system.post({
    event: "release",
    query: "?mode=sync",
    body: { version: "1.2.0", commits: ["Ring at noon", "Mend the rope"] },
  });
  assert.is(status, 200);
  assert.is(body.status, "succeeded");
  const announced = await endOf("announce-release");
  assert.is(announced.status?.phase, "Succeeded");
  assert.is(announced.spec.input?.["notes"], body.output);
  assert.equal(announced.spec.trigger.chain, ["release-notes"]);
  assert.is(announced.status?.output?.match(/release-editor|asked:/g)?.length, 2);
});

test.run();
