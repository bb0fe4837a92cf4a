import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CronerSchedules } from "../../runtime/adapters/croner/croner-schedules.ts";
import { compareYear } from "../support/schedule-oracle/schedule-oracle.ts";

const EVENTS = 1_000;

const test = suite("a year of a thousand schedules");

test("settles every slot as brute force does, through outages, edits and clock jumps", () => {
  const { settled, differences } = compareYear({ schedules: new CronerSchedules(), events: EVENTS, seed: 4 });
  process.stdout.write(
    `a year of ${EVENTS} schedules: ${settled} slots settled, ${differences.length} differences\n`,
  );
  assert.equal(differences, []);
});

test.run();
