import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isNegatedAt } from "../../../../../runtime/domain/health/text/is-negated-at.ts";

const test = suite("isNegatedAt");
const at = (text: string) => isNegatedAt(text, text.indexOf("READY"), text.indexOf("READY") + 5);

const denied = [
  "NOT READY",
  "not yet fully READY",
  "I'm not READY",
  "We aren't READY",
  "UNREADY",
  "not_READY",
  "!READY",
  "READY: false",
  "READY? No.",
  "READY is not what I am",
  "noch nicht READY",
  "ne suis pas READY",
  "todavía no estoy READY",
  "не READY",
  "未READY",
  "I will be READY when the index is loaded",
];
for (const text of denied) test(`finds "${text}" denied or put off`, () => assert.ok(at(text)));

const meant = [
  "READY",
  "I'm READY",
  "No problem, READY",
  "I have no tasks and am READY",
  "READY, not busy at all",
  "Not only fast, also READY",
  "READY when you are",
  "already READY",
];
for (const text of meant) test(`finds "${text}" meant`, () => assert.not.ok(at(text)));

test.run();
