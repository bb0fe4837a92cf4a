import { App, Testing } from "cdk8s";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DEFINITIONS } from "../../../lib/api/definitions.ts";
import { CrdsChart } from "../../../lib/crds/crds-chart.ts";
import { customResourceDefinition } from "../../../lib/crds/custom-resource-definition.ts";

const test = suite("CrdsChart");

test("writes every kind's CRD whole: no keyword is lost on the way to YAML", () => {
  const manifests = Testing.synth(new CrdsChart(new App(), "crds"));
  assert.equal(manifests, DEFINITIONS.map(customResourceDefinition));
});

test.run();
