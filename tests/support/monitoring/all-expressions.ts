import { ALERT_GROUPS } from "../../../lib/monitoring/alert-rules.ts";
import { operatorDashboard } from "../../../lib/monitoring/dashboard/operator-dashboard.ts";

/** A panel of the dashboard, as far as tests look. */
export type DashboardPanel = {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly datasource?: { readonly uid: string };
  readonly targets?: readonly {
    readonly expr: string;
    readonly legendFormat?: string;
    readonly refId: string;
  }[];
};

/** The panels of the dashboard, in their order. */
export function dashboardPanels(): readonly DashboardPanel[] {
  return (operatorDashboard() as { panels: DashboardPanel[] }).panels;
}

/** Every expression of alerts and dashboard, with who asks it. */
export function allExpressions(): readonly { readonly asker: string; readonly expr: string }[] {
  return [
    ...ALERT_GROUPS.flatMap(({ alerts }) => alerts.map(({ name, expr }) => ({ asker: name, expr }))),
    ...dashboardPanels().flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ asker: title, expr })),
    ),
  ];
}
