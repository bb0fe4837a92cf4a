import { suite } from "uvu";
import * as assert from "uvu/assert";
import { roleOf } from "../../../../runtime/http/stand-in-model/role.ts";

const test = suite("roleOf");

const roles: readonly (readonly [string, string, string])[] = [
  ["", "assistant", "other"],
  ["You research topics. You say where you are not sure.", "researcher", "research"],
  ["You check research notes.", "critic", "critique"],
  ["You write clear prose from notes.", "writer", "write"],
  ["You speak for the desk.", "speaker", "speak"],
  ["You are a Senior Editor, and write.", "senior editor", "write"],
  ["You are the town crier. You announce news.", "town crier", "speak"],
  [`You are a ${"very ".repeat(20)}good cook`, "very very very very very very…", "other"],
];

for (const [system, name, kind] of roles) {
  test(`takes “${system.slice(0, 50)}” for a ${name}`, () => assert.equal(roleOf(system), { name, kind }));
}

test.run();
