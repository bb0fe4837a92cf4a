import { suite } from "uvu";
import { testWays } from "../../support/health/test-ways.ts";
import { FAILURES } from "../../support/health/ways-to-turn-bad.ts";

const test = suite("startStandalone");

testWays(test, FAILURES);

test.run();
