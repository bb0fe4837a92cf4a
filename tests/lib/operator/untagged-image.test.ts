import { suite } from "uvu";
import * as assert from "uvu/assert";
import { untaggedImage } from "../../../lib/operator/untagged-image.ts";

const test = suite("untaggedImage");

const digest = `sha256:${"a".repeat(64)}`;

for (const image of [
  "tocsin:0.1.0",
  "registry.example:5000/team/tocsin:0.1.0",
  `tocsin@${digest}`,
  `tocsin:latest@${digest}`,
]) {
  test(`takes ${image.slice(0, 40)}`, () => assert.is(untaggedImage(image), undefined));
}

for (const image of [
  "",
  "tocsin",
  "tocsin:",
  "registry.example:5000/tocsin",
  "tocsin:latest",
  "registry.example/tocsin:latest",
  "tocsin@sha256:abc",
]) {
  test(`refuses "${image}"`, () => assert.match(untaggedImage(image) ?? "", `"${image}"`));
}

test.run();
