import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Reference } from "../../../lib/teams/reference.ts";
import { type InputValue, targetNamed } from "../../../lib/teams/target.ts";

const test = suite("targetNamed");

test("writes references as templates, and texts as they are", () => {
  const output = new Reference(".trigger.output");
  assert.equal(targetNamed("team", { output, about: `On ${output}`, tone: "dry" }), {
    team: "team",
    input: { output: "{{ .trigger.output }}", about: "On {{ .trigger.output }}", tone: "dry" },
  });
  assert.equal(targetNamed("team"), { team: "team", input: {} });
});

test("refuses a value that is undefined, as a program has it whose types were not checked", () => {
  const slip = { topic: undefined } as unknown as Record<string, InputValue>;
  assert.throws(() => targetNamed("team", slip), /^input "topic" of target team has no value$/);
});

test.run();
