import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  isDnsLabel,
  isDnsSubdomain,
  isLabelValue,
  isQualifiedName,
} from "../../../../runtime/domain/resource/qualified-name.ts";

const test = suite("isQualifiedName");

type Check = {
  readonly check: (text: string) => boolean;
  readonly good: readonly string[];
  readonly bad: readonly string[];
};
const checks: Readonly<Record<string, Check>> = {
  "a label of a DNS name": {
    check: isDnsLabel,
    good: ["a", "0", "a-b", "a--b", "a".repeat(63)],
    bad: ["", "-a", "a-", "A", "a.b", "a_b", "é", "a\n", "a".repeat(64)],
  },
  "a subdomain": {
    check: isDnsSubdomain,
    good: ["a", "a.b", "a-b.c-d.0", "a".repeat(253)],
    bad: ["", ".", "a.", ".a", "a..b", "a.-b", "A.b", "a/b", "a b", "a\n", "a".repeat(254)],
  },
  "a key": {
    check: isQualifiedName,
    good: ["a", "A_b.c-d", "example.com/a", "a.b/c", `${"a".repeat(253)}/${"b".repeat(63)}`],
    bad: [
      "",
      "/",
      "a/",
      "/a",
      "a/b/c",
      "A.com/a",
      "-a",
      "a-",
      "a b",
      "a".repeat(64),
      `a.b/${"c".repeat(64)}`,
    ],
  },
  "a label's value": {
    check: isLabelValue,
    good: ["", "a", "A_b.c-D", "0", "a".repeat(63)],
    bad: ["-a", "a-", "a/b", "a b", " ", "é", "a\n", "a".repeat(64)],
  },
};
for (const [name, { check, good, bad }] of Object.entries(checks)) {
  for (const text of good) {
    test(`takes ${JSON.stringify(text).slice(0, 40)} as ${name}`, () => assert.ok(check(text)));
  }
  for (const text of bad) {
    test(`does not take ${JSON.stringify(text).slice(0, 40)} as ${name}`, () => assert.not(check(text)));
  }
}

test.run();
