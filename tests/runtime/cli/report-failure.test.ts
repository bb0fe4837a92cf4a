import { suite } from "uvu";
import * as assert from "uvu/assert";
import { KubeconfigError } from "../../../runtime/adapters/kubeconfig/read-kubeconfigs.ts";
import { CliError } from "../../../runtime/cli/cli-error.ts";
import { failureOf, failureText } from "../../../runtime/cli/report-failure.ts";
import { StoreError, StoreErrorReason } from "../../../runtime/ports/store-error.ts";

const test = suite("failureOf");

const forbidden =
  'agentruns.tocsin.dev is forbidden: User "jane" cannot create resource "agentruns" in API group "tocsin.dev" in the namespace "desk"';

const cases: readonly (readonly [what: string, error: unknown, exitCode: number, advice: RegExp])[] = [
  ["wrong usage", new CliError("no", "Do."), 2, /^Do\.$/],
  ["no kubeconfig", new KubeconfigError("none"), 3, /--kubeconfig/],
  [
    "a missing right, by its verb",
    new StoreError(StoreErrorReason.forbidden, forbidden),
    3,
    /for the verb "create" on agentruns\.tocsin\.dev in the namespace desk\.$/,
  ],
  [
    "a missing right on a core kind",
    new StoreError(
      StoreErrorReason.forbidden,
      'secrets is forbidden: User "j" cannot get resource "secrets" in API group ""',
    ),
    3,
    /for the verb "get" on secrets in the cluster\.$/,
  ],
  ["a policy's refusal", new StoreError(StoreErrorReason.forbidden, "denied"), 3, /the right to do this/],
  [
    "a quota",
    new StoreError(StoreErrorReason.forbidden, "exceeded quota", { isQuota: true }),
    3,
    /quota raised/,
  ],
  ["an unknown user", new StoreError(StoreErrorReason.unauthorized, "who?"), 3, /Log in/],
  ["a server that is away", new StoreError(StoreErrorReason.unavailable, "gone"), 3, /Is it running/],
  [
    "a cluster without the kinds",
    new StoreError(StoreErrorReason.unavailable, "the server could not find the requested resource"),
    3,
    /Install Tocsin's kinds/,
  ],
  ["a refused object", new StoreError(StoreErrorReason.invalid, "input: bad"), 2, /Correct what it names/],
  ["a change in between", new StoreError(StoreErrorReason.conflict, "changed"), 2, /try again/],
  ["a namespace that is not there", new StoreError(StoreErrorReason.notFound, "no desk"), 2, /with -n/],
  ["what nobody has foreseen", new TypeError("x is undefined"), 2, /please report it/],
];
for (const [what, error, exitCode, advice] of cases) {
  test(`advises on ${what}`, () => {
    const failure = failureOf(error);
    assert.is(failure.what, (error as Error).message);
    assert.is(failure.exitCode, exitCode);
    assert.match(failure.advice ?? "", advice);
    assert.is(failureText(failure).split("\n").length, 2);
  });
}

test("keeps the words of a server to a line that no terminal obeys", () => {
  const text = failureText(failureOf(new StoreError(StoreErrorReason.invalid, "one\ntwo\x1b[2J")));
  assert.match(text, /^tocsin: one two\nCorrect/);
});

test.run();
