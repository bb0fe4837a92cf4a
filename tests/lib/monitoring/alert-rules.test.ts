import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ALERT_GROUPS, alertRules } from "../../../lib/monitoring/alert-rules.ts";
import { headingsOf } from "../../support/documents/headings-of.ts";
import { readPromQL } from "../../support/monitoring/read-promql.ts";

const test = suite("alertRules");

const alerts = ALERT_GROUPS.flatMap((group) => group.alerts);
const sections = headingsOf("docs/troubleshooting.md");

type Rule = {
  readonly alert: string;
  readonly for?: string;
  readonly annotations: Readonly<Record<string, string>>;
};
const rulesOf = (documentsURL?: string) =>
  (alertRules(documentsURL).groups as { rules: Rule[] }[]).flatMap(({ rules }) => rules);

test("gives each alert a name of its own, and each group", () => {
  for (const names of [alerts.map(({ name }) => name), ALERT_GROUPS.map(({ name }) => name)])
    assert.is(new Set(names).size, names.length);
});

for (const { name, expr, section, summary, description, for: duration = "1m" } of alerts) {
  test(`has ${name} lead to a section of the document that exists`, () => {
    assert.ok(sections.includes(section), `#${section} of ${sections.join(", ")}`);
  });

  test(`has ${name} name only labels that it has`, () => {
    const { groupedBy } = readPromQL(expr);
    for (const [, label = ""] of `${summary} ${description}`.matchAll(/\$labels\.(\w+)/g))
      assert.ok(groupedBy.includes(label), label);
    assert.match(duration, /^\d+m$/);
  });
}

test("writes links where the documents are published, and where to look where they are not", () => {
  for (const { annotations } of rulesOf()) {
    assert.match(annotations["runbook"] ?? "", /^docs\/troubleshooting\.md#[\w-]+$/);
    assert.is(annotations["runbook_url"], undefined);
  }
  for (const url of ["https://docs.example.com/tocsin", "https://docs.example.com/tocsin/"])
    for (const { annotations } of rulesOf(url))
      assert.match(annotations["runbook_url"] ?? "", "https://docs.example.com/tocsin/troubleshooting.md#");
});

test("leaves out how long it has to last where that is not at all", () => {
  const untimed = alerts.filter((alert) => alert.for === undefined).map(({ name }) => name);
  assert.ok(untimed.length > 0);
  for (const rule of rulesOf()) assert.is("for" in rule, !untimed.includes(rule.alert), rule.alert);
});

test.run();
