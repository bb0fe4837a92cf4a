import { suite } from "uvu";
import * as assert from "uvu/assert";
import { nextRetry } from "../../../../runtime/domain/accounting/next-retry.ts";
import { aFire } from "../../../support/builders/a-fire.ts";
import { aRun, inPhase } from "../../../support/builders/a-run.ts";

const retry = (name: string, createdAt: string) =>
  aRun(name, { metadata: { creationTimestamp: createdAt }, spec: { retryOf: { run: "x" } } });
const older = retry("b", "2026-01-01T00:00:00Z");
const younger = retry("a", "2026-01-01T00:00:01Z");

const test = suite("nextRetry");

test("is the retry that was asked for first and has not begun", () => {
  assert.is(nextRetry([younger, older, ...aFire()]), older);
  assert.is(nextRetry([younger, inPhase(older, "Running")]), younger);
});

test("is none where none waits", () => {
  assert.is(nextRetry([inPhase(older, "Failed"), ...aFire(), aRun("by-hand")]), undefined);
});

test.run();
