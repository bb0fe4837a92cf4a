/**
 * The cdk8s app: writes dist/. `npm run synth` and `cdk8s synth` give the same files.
 *
 * The examples and what watches the operator are apps of their own: a folder that is applied as a whole must bring
 * along neither examples nor kinds that only clusters with the Prometheus operator know.
 */
import { globSync, rmSync } from "node:fs";
import { join } from "node:path";
import { App } from "cdk8s";
import { CrdsChart } from "../lib/crds/crds-chart.ts";
import { DailyReport } from "./examples/daily-report.ts";
import { PullRequestReview } from "./examples/pull-request-review.ts";
import { ReleaseChain } from "./examples/release-chain.ts";
import { ResearchDesk } from "./examples/research-desk.ts";
import { MonitoringChart } from "./monitoring-chart.ts";
import { OperatorChart } from "./operator-chart.ts";
import { synthSettings } from "./synth-settings.ts";
import { writeManifests } from "./write-manifests.ts";
import { writeMonitoringFiles } from "./write-monitoring-files.ts";

const { outdir, exampleModel, operator, monitoring } = synthSettings(process.env);
// What is no longer made must not stay behind and be applied. `cdk8s synth` empties the folder itself.
for (const stale of globSync(`${outdir}/**/*.k8s.yaml`)) rmSync(stale);

const app = new App({ outdir });
// kubectl applies files by their names' order: the kinds come before what watches them.
new CrdsChart(app, "crds");
new OperatorChart(app, "operator", operator);
writeManifests(app);

const watching = new App({ outdir: join(outdir, "monitoring") });
new MonitoringChart(watching, "monitoring", monitoring);
writeManifests(watching);
writeMonitoringFiles(watching.outdir, monitoring);

const examples = new App({ outdir: join(outdir, "examples") });
const props = { model: exampleModel };
new ResearchDesk(examples, "research-desk", props);
new PullRequestReview(examples, "pull-request-review", props);
new DailyReport(examples, "daily-report", props);
new ReleaseChain(examples, "release-chain", props);
writeManifests(examples);
