import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parse } from "yaml";
import { alertRules } from "../../lib/monitoring/alert-rules.ts";
import { operatorDashboard } from "../../lib/monitoring/dashboard/operator-dashboard.ts";
import { writeMonitoringFiles } from "../../synth/write-monitoring-files.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const test = suite("writeMonitoringFiles");

test("writes rules that Prometheus reads and the dashboard that Grafana imports", () => {
  using folder = temporaryFolder();
  const read = (name: string) => readFileSync(join(folder.path, name), "utf8");
  const documentsURL = "https://docs.example.com";
  writeMonitoringFiles(folder.path, { documentsURL });
  assert.equal(parse(read("prometheus/tocsin.rules.yaml")), alertRules(documentsURL));
  assert.equal(JSON.parse(read("grafana/tocsin.json")), operatorDashboard());
});

test("leaves nothing where a folder is applied that is no object", () => {
  const beside = globSync("dist/{,monitoring/}*.{json,yaml,yml}");
  assert.ok(beside.length > 2);
  for (const file of beside) assert.match(readFileSync(file, "utf8"), /^apiVersion: /m, file);
});

test.run();
