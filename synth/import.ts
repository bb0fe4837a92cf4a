/**
 * Regenerates imports/ from the kinds' definitions: `npm run import`.
 *
 * The CRDs are written first and by themselves, because the rest of the app needs imports/ to be loaded.
 */
import { rmSync } from "node:fs";
import { App } from "cdk8s";
import { CrdsChart } from "../lib/crds/crds-chart.ts";
import { generateImports } from "./generate-imports.ts";
import { synthSettings } from "./synth-settings.ts";

const { outdir } = synthSettings(process.env);
const app = new App({ outdir });
new CrdsChart(app, "crds");
app.synth();

rmSync("imports", { recursive: true, force: true });
await generateImports(`${outdir}/crds.k8s.yaml`, "imports");
console.log("imports/ regenerated");
