/** Every example is read as the operator reads it: each must be accepted, and must be able to run. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentEventSpec } from "../../lib/api/agent-event.ts";
import type { AgentTeamSpec } from "../../lib/api/agent-team.ts";
import { DEFINITIONS } from "../../lib/api/definitions.ts";
import { admitCreate } from "../../runtime/domain/resource/admit.ts";
import { kindSchemaOf } from "../../runtime/domain/resource/kind-schema.ts";
import { parseCron } from "../../runtime/domain/schedule/parse-cron.ts";
import { firstTeamFlaw } from "../../runtime/domain/team/team-flaws.ts";
import { checkTemplate } from "../../runtime/domain/template/check-template.ts";
import { targetScope } from "../../runtime/domain/template/template-scope.ts";
import { manifestsIn } from "../support/manifests-in.ts";

const test = suite("the examples");

const examples = manifestsIn("dist/examples");
const objects = examples.flatMap((example) => example.objects.map((object) => ({ ...example, object })));
const birth = { uid: "0", creationTimestamp: "2026-11-21T00:00:00Z" };

const admitted = objects.map(({ file, object }) => {
  const definition = DEFINITIONS.find(({ kind }) => kind === object.kind);
  if (definition === undefined) throw new Error(`${file} holds a ${object.kind}`);
  // kubectl fills in the current namespace.
  const draft = { ...object, metadata: { ...object.metadata, namespace: "default" } };
  return { file, object, admission: admitCreate(kindSchemaOf(definition), draft as never, birth) };
});

const specsOf = (kind: string) =>
  admitted.filter(({ object }) => object.kind === kind).map(({ admission }) => admission.object?.["spec"]);

test("are the four that the documents name", () => {
  assert.equal(
    examples.map(({ file }) => file.replace(/^.*[\\/]/, "")),
    [
      "daily-report.k8s.yaml",
      "pull-request-review.k8s.yaml",
      "release-chain.k8s.yaml",
      "research-desk.k8s.yaml",
    ],
  );
});

for (const { file, object, admission } of admitted) {
  test(`hold ${object.kind} ${object.metadata.name}, which every server admits (${file})`, () => {
    assert.equal(admission.flaws, undefined);
  });
}

test("go into whatever namespace they are applied to", () => {
  for (const { object } of objects) assert.is(object.metadata["namespace"], undefined);
});

test("can be applied side by side: no two objects share kind and name", () => {
  const keys = objects.map(({ object }) => `${object.kind}/${object.metadata.name}`);
  assert.equal(keys.length, new Set(keys).size);
});

test("have teams without flaw", () => {
  const teams = specsOf("AgentTeam") as AgentTeamSpec[];
  assert.is(teams.length, 5);
  for (const spec of teams) assert.is(firstTeamFlaw(spec), undefined);
});

test("have events whose templates and schedules can be read", () => {
  const events = specsOf("AgentEvent") as AgentEventSpec[];
  assert.equal(new Set(events.map(({ source }) => source.type)), new Set(["webhook", "cron", "team-output"]));
  for (const { source, targets } of events) {
    if (source.cron !== undefined) assert.is(parseCron(source.cron).flaw, undefined);
    for (const template of targets.flatMap(({ input }) => Object.values(input ?? {})))
      assert.is(checkTemplate(template, targetScope(source.type)), undefined);
  }
});

test("name only teams, services and agents that they bring along", () => {
  for (const { file, objects } of examples) {
    const names = (kind: string) =>
      objects.filter((each) => each.kind === kind).map((each) => each.metadata.name);
    const specs = (kind: string) =>
      objects.filter((each) => each.kind === kind).map((each) => each.spec as never);
    const steps = specs("AgentTeam").flatMap(({ steps }: AgentTeamSpec) => steps);
    for (const { service } of steps)
      assert.ok(names("AgentService").includes(service), `${file}: ${service}`);
    for (const { targets, source } of specs("AgentEvent") as AgentEventSpec[]) {
      for (const { team } of targets) assert.ok(names("AgentTeam").includes(team), `${file}: ${team}`);
      if (source.teamOutput) assert.ok(names("AgentTeam").includes(source.teamOutput.name), file);
    }
    assert.equal(names("AgentService"), names("Agent"));
  }
});

test.run();
