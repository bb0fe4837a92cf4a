import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isTaskID, parseTaskRequest } from "../../../../runtime/domain/task/parse-task-request.ts";
import { MAX_PROMPT_UNITS } from "../../../../runtime/domain/task/task-limits.ts";

const test = suite("parseTaskRequest");

const sound = { id: "t-1", prompt: "Say hello.", deadline: "2026-01-01T00:05:00Z", podUID: "u-1" };

test("reads a sound request", () => {
  assert.equal(parseTaskRequest(JSON.stringify(sound)), {
    ...sound,
    deadline: new Date("2026-01-01T00:05:00Z"),
  });
});

const flawed = [
  { name: "no JSON", body: "{", flaw: "the body is not JSON" },
  { name: "no object", body: "null", flaw: "the body is not a JSON object" },
  { name: "no id", body: { ...sound, id: undefined }, flaw: "id has to be" },
  { name: "an empty id", body: { ...sound, id: "" }, flaw: "id has to be" },
  { name: "an id with a slash", body: { ...sound, id: "a/b" }, flaw: "id has to be" },
  { name: "an id with a line break", body: { ...sound, id: "a\n" }, flaw: "id has to be" },
  { name: "an id that is too long", body: { ...sound, id: "a".repeat(65) }, flaw: "id has to be" },
  { name: "a prompt that is no text", body: { ...sound, prompt: 1 }, flaw: "prompt has to be" },
  {
    name: "a prompt that is too long",
    body: { ...sound, prompt: "a".repeat(MAX_PROMPT_UNITS + 1) },
    flaw: "prompt has to be",
  },
  { name: "no pod", body: { ...sound, podUID: "" }, flaw: "podUID has to be" },
  { name: "no deadline", body: { ...sound, deadline: undefined }, flaw: "deadline has to be" },
  { name: "a deadline that is no date", body: { ...sound, deadline: "soon" }, flaw: "deadline has to be" },
];

for (const { name, body, flaw } of flawed) {
  test(`refuses ${name}`, () => {
    const read = parseTaskRequest(typeof body === "string" ? body : JSON.stringify(body));
    assert.ok("flaw" in read && read.flaw.startsWith(flaw), JSON.stringify(read));
  });
}

test("never throws", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (body) => void parseTaskRequest(body)));
});

test("takes as id only what a path segment and a log line keep as it is", () => {
  assert.ok(isTaskID("k3x.step_1-a2"));
  assert.not(isTaskID("../x"));
  assert.not(isTaskID("ü"));
});

test.run();
