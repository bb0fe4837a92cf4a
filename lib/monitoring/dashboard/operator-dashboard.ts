import { firingRows } from "./firing-rows.ts";
import { operatorRows, overviewRow } from "./operator-rows.ts";
import type { Panel, Query, Row } from "./panel.ts";
import { resourceRows } from "./resource-rows.ts";

/** Grafana's grid is 24 wide. */
const GRID_WIDTH = 24;
const PANELS_A_LINE = 4;
/** Heights in Grafana's units of some 30 pixels. */
const HEIGHT = { row: 1, stat: 4, timeseries: 8 } as const;

/** The variable that holds the data source: whoever imports the dashboard has one of another name. */
const DATA_SOURCE = { type: "prometheus", uid: "$datasource" } as const;

const ROWS: readonly Row[] = [overviewRow, ...firingRows, ...resourceRows, ...operatorRows];

type Placed = { readonly id: number; readonly [field: string]: unknown };

/**
 * The dashboard, as Grafana 10 and newer import it: by file, by the provisioning folder, or by a sidecar.
 * Source: https://grafana.com/docs/grafana/latest/dashboards/build-dashboards/view-dashboard-json-model/
 */
export function operatorDashboard(): object {
  return {
    uid: "tocsin-operator",
    title: "Tocsin",
    description: "Fires, runs, agents and the operator of Tocsin.",
    tags: ["tocsin", "kubernetes"],
    schemaVersion: 39,
    version: 1,
    editable: true,
    // Both lines of a moment are read off at once.
    graphTooltip: 1,
    refresh: "30s",
    time: { from: "now-3h", to: "now" },
    timezone: "browser",
    annotations: { list: [] },
    templating: { list: VARIABLES },
    panels: placed(ROWS),
  };
}

const VARIABLES = [
  { name: "datasource", label: "Data source", type: "datasource", query: "prometheus", current: {}, hide: 0 },
  {
    name: "namespace",
    label: "Operator in",
    type: "query",
    datasource: DATA_SOURCE,
    query: { query: "label_values(tocsin_leader, namespace)", refId: "namespaces" },
    // Once more for Grafana's own editor.
    definition: "label_values(tocsin_leader, namespace)",
    includeAll: true,
    // Also where nobody has given the label: outside of a cluster.
    allValue: ".*",
    multi: true,
    current: { text: "All", value: "$__all" },
    refresh: 2,
    sort: 1,
  },
];

function placed(rows: readonly Row[]): Placed[] {
  const panels: Placed[] = [];
  const add = (fields: object) => panels.push({ id: panels.length + 1, ...fields });
  let top = 0;
  for (const { title, panels: own } of rows) {
    add({
      type: "row",
      title,
      collapsed: false,
      panels: [],
      gridPos: { x: 0, y: top, w: GRID_WIDTH, h: HEIGHT.row },
    });
    top += HEIGHT.row;
    for (let first = 0; first < own.length; first += PANELS_A_LINE) {
      const line = own.slice(first, first + PANELS_A_LINE);
      const width = GRID_WIDTH / line.length;
      const height = Math.max(...line.map(({ kind }) => HEIGHT[kind]));
      for (const [index, panel] of line.entries())
        add({ ...drawn(panel), gridPos: { x: index * width, y: top, w: width, h: height } });
      top += height;
    }
  }
  return panels;
}

function drawn({ title, description, kind, unit, queries, isStacked = false }: Panel): object {
  const lines = {
    drawStyle: "line",
    fillOpacity: isStacked ? 30 : 8,
    showPoints: "never",
    stacking: { mode: isStacked ? "normal" : "none" },
  };
  return {
    type: kind,
    title,
    description,
    datasource: DATA_SOURCE,
    fieldConfig: {
      defaults: { unit, min: 0, custom: kind === "timeseries" ? lines : {} },
      overrides: [],
    },
    options:
      kind === "stat"
        ? { reduceOptions: { calcs: ["lastNotNull"] }, colorMode: "value", graphMode: "area" }
        : { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi", sort: "desc" } },
    targets: queries.map((query, index) => target(query, index)),
  };
}

function target({ expr, legend }: Query, index: number): object {
  return {
    refId: String.fromCharCode("A".charCodeAt(0) + index),
    datasource: DATA_SOURCE,
    expr,
    ...(legend !== undefined && { legendFormat: legend }),
  };
}
