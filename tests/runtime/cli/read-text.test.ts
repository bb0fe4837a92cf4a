import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CliError } from "../../../runtime/cli/cli-error.ts";
import { readText } from "../../../runtime/cli/read-text.ts";

const what = { name: "body", advice: "Write JSON." };
const sources = {
  readFile: (path: string) => {
    if (path !== "body.json") throw Object.assign(new Error("no"), { code: "ENOENT" });
    return "from a file";
  },
  readStandardInput: () => "from standard input",
};

const test = suite("readText");

test("takes what the flag says, what a file holds, or what comes in", () => {
  assert.is(readText("{}", what, sources), "{}");
  assert.is(readText("@body.json", what, sources), "from a file");
  assert.is(readText("-", what, sources), "from standard input");
});

test("says what can't be read, and from where", () => {
  assert.throws(
    () => readText("@gone", what, sources),
    (error: unknown) =>
      error instanceof CliError &&
      error.message === "the body can't be read from gone: ENOENT" &&
      error.advice === "Write JSON.",
  );
});

test.run();
