import { suite } from "uvu";
import { testWays } from "../../support/health/test-ways.ts";
import { BROKEN_CONNECTIONS } from "../../support/health/ways-to-turn-bad.ts";

const test = suite("startStandalone");

testWays(test, BROKEN_CONNECTIONS);

test.run();
