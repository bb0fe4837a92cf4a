import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DEFAULT_PROVIDER_SECRET, DEFAULT_PROVIDER_SECRET_KEY, Label } from "../../lib/api/keys.ts";
import { ALERT_GROUPS } from "../../lib/monitoring/alert-rules.ts";
import { METRICS_SERVICE } from "../../lib/operator/operator-services.ts";
import { SYNTH_SETTINGS } from "../../synth/synth-settings.ts";
import { manifestsIn } from "../support/manifests-in.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const test = suite("docs/install.md");

const text = readFileSync("docs/install.md", "utf8");
const installed = manifestsIn("dist").flatMap(({ objects }) => objects);

test("shows every setting of the manifests, and no other, as the code knows it", () => {
  const [, rows = ""] = /\| variable \| default \| meaning \|\n\|[-|]+\|\n([\s\S]*?)\n\n/.exec(text) ?? [];
  assert.equal(
    rows.split("\n"),
    SYNTH_SETTINGS.map((each) => `| \`${each.name}\` | ${each.byDefault} | ${each.meaning} |`),
  );
});

test("uses no variable that there is not", () => {
  const known = SYNTH_SETTINGS.map(({ name }) => name);
  for (const [name] of text.matchAll(/\b(?:TOCSIN|OPENAI)_[A-Z_]+/g)) assert.ok(known.includes(name), name);
});

test("names what is installed as it is called", () => {
  for (const kind of ["Deployment", "Service"]) {
    const named = new RegExp(`${kind.toLowerCase()}/([\\w-]+)`).exec(text)?.[1];
    assert.ok(
      installed.some((object) => object.kind === kind && object.metadata.name === named),
      `${kind} ${named}`,
    );
  }
  const metrics = installed.find(({ metadata }) => metadata.name === METRICS_SERVICE);
  for (const [key, value] of Object.entries(metrics?.metadata["labels"] as Record<string, string>))
    if (key.endsWith("/name") || key.endsWith("/component")) assert.match(text, `${key}: ${value}`);
  assert.match(text, `\`${METRICS_SERVICE}\``);
});

test("names what watches the operator, apart from what is applied with it", () => {
  const watching = manifestsIn("dist/monitoring").flatMap(({ objects }) => objects.map(({ kind }) => kind));
  assert.equal(watching, ["ServiceMonitor", "PrometheusRule", "ConfigMap"]);
  for (const kind of watching) assert.match(text, kind);
  assert.not(installed.some(({ kind }) => watching.includes(kind)));
  for (const [, file = ""] of text.matchAll(/`(dist\/monitoring\/[\w./-]+)`/g))
    assert.ok(existsSync(file), file);
});

test("names alerts that there are", () => {
  const names = ALERT_GROUPS.flatMap(({ alerts }) => alerts.map(({ name }) => name));
  for (const [name] of text.matchAll(/\bTocsin[A-Z]\w+/g)) assert.ok(names.includes(name), name);
});

test("labels a provider's key as agents want it", () => {
  assert.match(text, `secret generic ${DEFAULT_PROVIDER_SECRET} --from-file=${DEFAULT_PROVIDER_SECRET_KEY}=`);
  assert.match(text, `label secret ${DEFAULT_PROVIDER_SECRET} ${Label.providerKey}=true`);
});

test("holds TypeScript that synthesises", () => {
  using folder = temporaryFolder();
  const require = createRequire(import.meta.url);
  const at = (path: string) => pathToFileURL(path).href;
  const code = (/```ts\n([\s\S]*?)```/.exec(text)?.[1] ?? "")
    .replace('"tocsin/lib"', JSON.stringify(at("lib/operator/index.ts")))
    .replace('"cdk8s"', JSON.stringify(at(require.resolve("cdk8s"))));
  const file = join(folder.path, "main.ts");
  writeFileSync(file, code);
  const env = { PATH: process.env["PATH"], CDK8S_OUTDIR: folder.path };
  execFileSync(process.execPath, [require.resolve("tsx/cli"), file], { env });
  assert.match(readFileSync(join(folder.path, "tocsin.k8s.yaml"), "utf8"), "memory: 1Gi");
});

test.run();
