import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Condition } from "../../../../lib/api/condition.ts";
import {
  findCondition,
  setCondition,
  wholeSeconds,
} from "../../../../runtime/domain/condition/set-condition.ts";

const at = { now: new Date("2026-01-01T00:00:05.678Z"), generation: 7 };
const facts = { type: "Ready", status: "True", reason: "Active", message: "fine" } as const;
const standing: Condition = {
  ...facts,
  lastTransitionTime: "2025-12-31T00:00:00Z",
  observedGeneration: 3,
};

const set = suite("setCondition");

set("adds a condition with the time of its transition and the observed generation", () => {
  const expected = { ...facts, lastTransitionTime: "2026-01-01T00:00:05Z", observedGeneration: 7 };
  assert.equal(setCondition(undefined, facts, at), [expected]);
});

set("keeps the transition time while the status stands, whatever else changes", () => {
  const [condition] = setCondition([standing], { ...facts, reason: "Other", message: "new" }, at);
  assert.is(condition?.lastTransitionTime, standing.lastTransitionTime);
  assert.is(condition?.observedGeneration, 7);
  assert.is(condition?.reason, "Other");
});

set("moves the transition time with the status", () => {
  const [condition] = setCondition([standing], { ...facts, status: "False" }, at);
  assert.is(condition?.lastTransitionTime, "2026-01-01T00:00:05Z");
});

set("leaves other conditions alone and every condition in its place", () => {
  const other: Condition = { ...standing, type: "Other" };
  const types = setCondition([standing, other], facts, at).map(({ type }) => type);
  assert.equal(types, ["Ready", "Other"]);
  assert.is(setCondition([standing, other], facts, at)[1], other);
});

set("shortens a message that the schema would refuse, and cuts no character in two", () => {
  const [condition] = setCondition(undefined, { ...facts, message: "😀".repeat(5_000) }, at);
  assert.is([...(condition?.message ?? "")].length, 4_096);
  assert.ok(condition?.message.endsWith("😀…"));
});

set("leaves the generation out where there is none", () => {
  const [condition] = setCondition(undefined, facts, { now: at.now, generation: undefined });
  assert.not.ok("observedGeneration" in (condition ?? {}));
});

set.run();

const find = suite("findCondition");

find("finds a condition by its type", () => {
  assert.is(findCondition([standing], "Ready"), standing);
  assert.is(findCondition([standing], "Other"), undefined);
  assert.is(findCondition(undefined, "Ready"), undefined);
});

find.run();

const seconds = suite("wholeSeconds");

seconds("writes an instant as the API server does", () => {
  assert.is(wholeSeconds(new Date("2026-01-01T00:00:05.999Z")), "2026-01-01T00:00:05Z");
});

seconds.run();
