import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ageOf, agoOf, dueIn, shortDuration, tookFrom } from "../../../../runtime/cli/views/ages.ts";

const now = new Date("2026-01-01T12:00:00Z");
const FIVE_AGO = "2026-01-01T11:55:00Z";

const age = suite("ageOf");
age("counts as kubectl does", () => assert.is(ageOf(FIVE_AGO, now), "5m"));
age("shows a dash where there is no instant", () => assert.is(ageOf(undefined, now), "-"));
age.run();

const ago = suite("agoOf");
ago("says how long ago", () => assert.is(agoOf(FIVE_AGO, now), "5m ago"));
ago("shows a dash where there is no instant", () => assert.is(agoOf(undefined, now), "-"));
ago.run();

const due = suite("dueIn");
due("says how long it is still", () => assert.is(dueIn("2026-01-01T15:00:00Z", now), "in 3h"));
due("says that it is due", () => assert.is(dueIn(FIVE_AGO, now), "due"));
due("shows a dash where there is no instant", () => assert.is(dueIn(undefined, now), "-"));
due.run();

const short = suite("shortDuration");
for (const [ms, text] of [
  [-5, "0ms"],
  [0, "0ms"],
  [349.6, "350ms"],
  [999.7, "999ms"],
  [1_000, "1s"],
  [4_260, "4.2s"],
  [9_999, "9.9s"],
  [75_000, "75s"],
  [190_000, "3m10s"],
] as const)
  short(`writes ${ms} ms as ${text}`, () => assert.is(shortDuration(ms), text));
short.run();

const took = suite("tookFrom");
took("measures what has ended", () => assert.is(tookFrom(FIVE_AGO, "2026-01-01T11:55:01.500Z", now), "1.5s"));
took("measures what goes on until now", () => assert.is(tookFrom(FIVE_AGO, undefined, now), "5m"));
took("shows a dash before the beginning", () => assert.is(tookFrom(undefined, undefined, now), "-"));
took.run();
