import { suite } from "uvu";
import * as assert from "uvu/assert";
import { synthSettings } from "../../synth/synth-settings.ts";

const test = suite("synthSettings");

const defaults = { outdir: "dist", exampleModel: "gpt-4o-mini" };

for (const [what, environment, expected] of [
  ["defaults where nothing is set", {}, defaults],
  ["defaults for empty values", { CDK8S_OUTDIR: "", TOCSIN_EXAMPLE_MODEL: "" }, defaults],
  [
    "what is set",
    { CDK8S_OUTDIR: "out", TOCSIN_EXAMPLE_MODEL: "llama3.2" },
    { outdir: "out", exampleModel: "llama3.2" },
  ],
] as const) {
  test(`takes ${what}`, () => {
    assert.equal(synthSettings(environment), expected);
  });
}

test.run();
