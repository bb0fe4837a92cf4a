import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CliError } from "../../../runtime/cli/cli-error.ts";
import { type CommandLine, parseCommandLine } from "../../../runtime/cli/parse-command-line.ts";

const test = suite("parseCommandLine");

const command = {
  name: "ring",
  arguments: [
    { name: "bell", meaning: "which one" },
    { name: "how", isOptional: true, choices: ["loud", "soft"], meaning: "how loud" },
  ],
  flags: {
    namespace: { short: "n", value: "<namespace>", meaning: "where" },
    apply: { value: "<file>", isRepeatable: true, meaning: "what first" },
    output: { short: "o", value: "<format>", choices: ["json", "yaml"], meaning: "format" },
    watch: { meaning: "watch" },
  },
} as const;

const absent = { namespace: undefined, apply: [], output: undefined, watch: false };
const read: readonly (readonly [args: string, expected: CommandLine])[] = [
  ["big", { flags: absent, arguments: { bell: "big", how: undefined } }],
  ["--watch big soft", { flags: { ...absent, watch: true }, arguments: { bell: "big", how: "soft" } }],
  ["-n desk big", { flags: { ...absent, namespace: "desk" }, arguments: { bell: "big", how: undefined } }],
  [
    "big --namespace=desk",
    { flags: { ...absent, namespace: "desk" }, arguments: { bell: "big", how: undefined } },
  ],
  [
    "big --apply a --apply b -o yaml",
    { flags: { ...absent, apply: ["a", "b"], output: "yaml" }, arguments: { bell: "big", how: undefined } },
  ],
  ["big --namespace -", { flags: { ...absent, namespace: "-" }, arguments: { bell: "big", how: undefined } }],
  ["-- -big", { flags: absent, arguments: { bell: "-big", how: undefined } }],
];
for (const [args, expected] of read) {
  test(`reads ${args}`, () => assert.equal(parseCommandLine(command, args.split(" ")), expected));
}

const refused: readonly (readonly [args: string, message: string | RegExp])[] = [
  ["", "ring needs <bell>: which one"],
  ["big loud now", 'ring does not take "now"'],
  ["big quiet", '<how> is loud or soft, not "quiet"'],
  ["big -o xml", '--output is json or yaml, not "xml"'],
  ["big --wach", "ring has no flag --wach; did you mean --watch?"],
  ["big --wat", "ring has no flag --wat; did you mean --watch?"],
  ["big --fire=3", "ring has no flag --fire"],
  ["big -x", "ring has no flag -x"],
  ["big --namespace", /argument missing/],
  ["big --watch=yes", /does not take an argument/],
];
for (const [args, message] of refused) {
  test(`refuses ${args === "" ? "nothing" : args}`, () => {
    try {
      parseCommandLine(command, args === "" ? [] : args.split(" "));
      assert.unreachable();
    } catch (error) {
      assert.instance(error, CliError);
      const { message: told, advice, exitCode } = error as CliError;
      if (typeof message === "string") assert.is(told, message);
      else assert.match(told, message);
      assert.equal([advice, exitCode], ["Run tocsin ring --help for what it takes.", 2]);
    }
  });
}

test.run();
