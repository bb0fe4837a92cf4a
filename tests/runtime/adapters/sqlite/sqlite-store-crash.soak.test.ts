import { suite } from "uvu";
import { crashRounds } from "../../../support/crash/crash-rounds.ts";

const test = suite("SqliteStore, killed again and again");

test("keeps every acknowledged write through kill -9 at 100 random moments", () => crashRounds(100));

test.run();
