import { existsSync } from "node:fs";
import { join } from "node:path";
import { ApiObject, App, Chart } from "cdk8s";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Operator } from "../../lib/operator/operator.ts";
import { writeManifests } from "../../synth/write-manifests.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const test = suite("writeManifests");

test("writes the operator", () => {
  using folder = temporaryFolder();
  const app = new App({ outdir: folder.path });
  new Operator(new Chart(app, "operator"), "tocsin");
  writeManifests(app);
  assert.ok(existsSync(join(folder.path, "operator.k8s.yaml")));
});

test("writes nothing of an app in which one object is not fit, and names the construct", () => {
  using folder = temporaryFolder();
  const app = new App({ outdir: folder.path });
  new Operator(new Chart(app, "operator"), "tocsin");
  new ApiObject(new Chart(app, "chart"), "mine", {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "app" },
    spec: { containers: [{ name: "main", image: "tocsin:latest" }] },
  });
  assert.throws(() => writeManifests(app), /chart\/mine: Pod app, container main: image: "tocsin:latest"/);
  assert.not(existsSync(join(folder.path, "operator.k8s.yaml")));
});

test.run();
