import { suite } from "uvu";
import * as assert from "uvu/assert";
import { operatorDashboard } from "../../../../lib/monitoring/dashboard/operator-dashboard.ts";
import { type DashboardPanel, dashboardPanels } from "../../../support/monitoring/all-expressions.ts";
import { readPromQL } from "../../../support/monitoring/read-promql.ts";

const test = suite("operatorDashboard");

const panels = dashboardPanels();
const { templating } = operatorDashboard() as {
  templating: { list: { name: string; type: string; datasource?: { uid: string } }[] };
};

test("lets whoever imports it choose the data source, and asks no other", () => {
  assert.equal(
    templating.list.map(({ name, type }) => [name, type]),
    [
      ["datasource", "datasource"],
      ["namespace", "query"],
    ],
  );
  for (const { type, datasource } of [...panels, ...templating.list])
    if (!["row", "datasource"].includes(type)) assert.is(datasource?.uid, "$datasource");
});

test("numbers its panels and lets none overlap another or the edge", () => {
  assert.equal(
    panels.map(({ id }) => id),
    panels.map((_, index) => index + 1),
  );
  const overlap = (a: DashboardPanel["gridPos"], b: DashboardPanel["gridPos"]) =>
    a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
  for (const { gridPos, title, id } of panels) {
    assert.ok(gridPos.x + gridPos.w <= 24, title);
    for (const other of panels)
      if (other.id !== id) assert.not(overlap(gridPos, other.gridPos), `${title} and ${other.title}`);
  }
});

test("names each line by labels that it has", () => {
  for (const { title, targets = [] } of panels) {
    for (const { expr, legendFormat = "" } of targets) {
      const { groupedBy } = readPromQL(expr);
      for (const [, label = ""] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
        assert.ok(groupedBy.includes(label), `${title}: ${label}`);
    }
    if (targets.length > 1) for (const { legendFormat } of targets) assert.ok(legendFormat, title);
    assert.is(new Set(targets.map(({ refId }) => refId)).size, targets.length, title);
  }
});

test("shows only the operators that are chosen, but for what agents' pods tell", () => {
  for (const { title, targets = [] } of panels.filter((panel) => panel.title !== "Semantic checks"))
    for (const { expr } of targets) assert.match(expr, 'namespace=~"$namespace"', title);
});

test.run();
