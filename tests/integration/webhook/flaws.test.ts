import { suite } from "uvu";
import * as assert from "uvu/assert";
import { WebhookServer } from "../../support/a-webhook-server.ts";

const test = suite<{ server: WebhookServer }>("a fire that can't be dispatched");

test.before.each(async (context) => {
  context.server = await WebhookServer.start();
});
test.after.each(({ server }) => server.close());

test("is answered 422 with target, key and expression where a field is missing", async ({ server }) => {
  await server.addTeam("bell");
  const input = { topic: "about {{ .trigger.body.topic.name }}" };
  await server.changeEvent({ targets: [{ team: "bell" }, { team: "writers", input }] });
  for (const query of ["", "?mode=sync"]) {
    const { status, body } = await server.post({ query, body: { topic: {} } });
    assert.equal([status, body.code], [422, "TemplateFailed"]);
    for (const part of ["spec.targets[1]", "writers", "topic", ".trigger.body.topic.name"]) {
      assert.ok(body.detail.includes(part), `${part} in ${body.detail}`);
    }
  }
  assert.is((await server.runs()).length, 0);
  assert.is((await server.post({ body: { topic: { name: "x" } } })).status, 202);
});

test("is no flaw where the template has a default", async ({ server }) => {
  const input = { topic: '{{ .trigger.body.topic | default "bells" }}' };
  await server.changeEvent({ targets: [{ team: "writers", input }] });
  assert.is((await server.post()).status, 202);
});

test("is answered 422 where the template itself is broken", async ({ server }) => {
  await server.changeEvent({ targets: [{ team: "writers", input: { topic: "{{ .trigger.body." } }] });
  const { status, body } = await server.post();
  assert.equal([status, body.code], [422, "TemplateFailed"]);
});

test("is answered 422 with the target where a team is missing", async ({ server }) => {
  await server.changeEvent({ targets: [{ team: "writers" }, { team: "nobody" }] });
  const { status, body } = await server.post();
  assert.equal([status, body.code], [422, "TargetTeamNotFound"]);
  assert.match(body.detail, 'spec.targets[1].team: there is no team "nobody"');
  assert.is((await server.runs()).length, 0);
});

test("is answered 422 where its inputs together are beyond 512 KiB", async ({ server }) => {
  const input = { text: "{{ .trigger.body.text }}" };
  await server.changeEvent({ targets: [{ team: "writers", input }] });
  const large = await server.post({ body: { text: "x".repeat(524_288) } });
  assert.equal([large.status, large.body.code], [422, "FireTooLarge"]);
  assert.is((await server.runs()).length, 0);
  assert.is((await server.post({ body: { text: "x".repeat(520_000) } })).status, 202);
});

test("counts all targets' inputs", async ({ server }) => {
  await server.addTeam("bell");
  const input = { text: "{{ .trigger.body.text }}" };
  await server.changeEvent({ targets: ["writers", "bell"].map((team) => ({ team, input })) });
  assert.is((await server.post({ body: { text: "x".repeat(270_000) } })).body.code, "FireTooLarge");
  assert.is((await server.post({ body: { text: "x".repeat(250_000) } })).status, 202);
});

test("is stored with inputs of the largest size and shape that is let through", async ({ server }) => {
  const input = { text: "{{ .trigger.body.text }}" };
  await server.changeEvent({ targets: [{ team: "writers", input }] });
  // Each of these takes six bytes of JSON, and what is bounded is the JSON.
  const { status } = await server.post({ body: { text: "\u0001".repeat(87_000) } });
  assert.is(status, 202);
  const beyond = await server.post({ body: { text: "\u0001".repeat(88_000) } });
  assert.equal([beyond.status, beyond.body.code], [422, "FireTooLarge"]);
});

test.run();
