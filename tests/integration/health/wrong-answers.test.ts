import { suite } from "uvu";
import { testWays } from "../../support/health/test-ways.ts";
import { WRONG_ANSWERS } from "../../support/health/ways-to-turn-bad.ts";

const test = suite("startStandalone");

testWays(test, WRONG_ANSWERS);

test.run();
