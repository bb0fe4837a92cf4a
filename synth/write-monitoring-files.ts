import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Yaml } from "cdk8s";
import { alertRules } from "../lib/monitoring/alert-rules.ts";
import { dashboardText, type OperatorMonitoringProps } from "../lib/monitoring/operator-monitoring.ts";

/**
 * Writes the dashboard and the rules as files for a Grafana and a Prometheus of their own, each into a folder where
 * `kubectl apply` of the one above does not look.
 */
export function writeMonitoringFiles(outdir: string, { documentsURL }: OperatorMonitoringProps): void {
  const write = (folder: string, name: string, text: string) => {
    mkdirSync(join(outdir, folder), { recursive: true });
    writeFileSync(join(outdir, folder, name), text);
  };
  write("grafana", "tocsin.json", dashboardText());
  write("prometheus", "tocsin.rules.yaml", Yaml.stringify(alertRules(documentsURL)));
}
