import { suite } from "uvu";
import * as assert from "uvu/assert";
import { helpText } from "../../../runtime/cli/help-text.ts";

const test = suite("helpText");

test("shows arguments, flags and examples in columns", () => {
  const text = helpText({
    name: "ring",
    about: "Rings a bell.",
    arguments: [
      { name: "bell", meaning: "which one" },
      { name: "how", isOptional: true, meaning: "how loud" },
    ],
    flags: { namespace: { short: "n", value: "<name>", meaning: "where" }, watch: { meaning: "watch it" } },
    examples: ["ring big"],
  });
  assert.equal(text.split("\n"), [
    "Rings a bell.",
    "",
    "Usage: tocsin ring <bell> [how] [flags]",
    "",
    "Arguments:",
    "  bell   which one",
    "  how    how loud",
    "",
    "Flags:",
    "  -n, --namespace <name>   where",
    "  --watch                  watch it",
    "  -h, --help               this text",
    "",
    "Examples:",
    "  tocsin ring big",
  ]);
});

test.run();
