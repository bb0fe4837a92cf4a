import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  MAX_MODELS_WITH_MODE,
  modeChangeSchema,
  StandInModes,
} from "../../../../runtime/http/stand-in-model/stand-in-modes.ts";

const test = suite("StandInModes");
const change = (fields: object) => modeChangeSchema.parse(fields);

test("is healthy until told otherwise", () => assert.is(new StandInModes().for("m", false).mode, "healthy"));

test("prefers a model's own mode to the one for all", () => {
  const modes = new StandInModes();
  modes.set(change({ mode: "empty", model: "bad" }));
  assert.is(modes.for("bad", false).mode, "empty");
  assert.is(modes.for("good", false).mode, "healthy");
  modes.set(change({ mode: "html" }));
  modes.set(change({ mode: "healthy", model: "bad" }));
  assert.is(modes.for("bad", false).mode, "healthy");
  assert.is(modes.for("good", false).mode, "html");
});

test("leaves work alone where a mode is for checks only", () => {
  const modes = new StandInModes();
  modes.set(change({ mode: "garbage", forChecksOnly: true }));
  assert.is(modes.for("m", false).mode, "garbage");
  assert.is(modes.for("m", true).mode, "healthy");
});

test("remembers so many models and no more", () => {
  const modes = new StandInModes();
  for (let i = 0; i < MAX_MODELS_WITH_MODE; i++)
    assert.ok(modes.set(change({ mode: "hang", model: `m${i}` })));
  assert.not(modes.set(change({ mode: "hang", model: "one more" })));
  assert.ok(modes.set(change({ mode: "slow", model: "m0" })));
  assert.ok(modes.set(change({ mode: "slow" })));
});

test.run();
