import { suite } from "uvu";
import * as assert from "uvu/assert";
import { targetScope, teamScope } from "../../../../runtime/domain/template/template-scope.ts";

const target = suite("targetScope");

const fields = (source: Parameters<typeof targetScope>[0]) => {
  const trigger = targetScope(source).fields["trigger"];
  return trigger?.kind === "fields" ? Object.keys(trigger.fields) : undefined;
};

target("gives each type of source what it has, as the specification lists it", () => {
  assert.equal(fields("webhook"), ["name", "firedAt", "body"]);
  assert.equal(fields("cron"), ["name", "firedAt"]);
  assert.equal(fields("team-output"), ["name", "firedAt", "output"]);
});

target.run();

const team = suite("teamScope");

team("gives every input and the output of the named steps", () => {
  const { input, steps } = teamScope(["plan", "__proto__"]).fields;
  assert.equal(input, { kind: "map", of: { kind: "text" } });
  assert.equal(steps?.kind === "fields" ? Object.keys(steps.fields) : [], ["plan", "__proto__"]);
});

team.run();
