import { suite } from "uvu";
import { crashRounds } from "../../../support/crash/crash-rounds.ts";

const test = suite("SqliteStore, killed");

test("keeps every acknowledged write through kill -9 at random moments", () => crashRounds(10));

test.run();
