import { suite } from "uvu";
import * as assert from "uvu/assert";
import { controllerReference, keyOf, keyOfText, keyText } from "../../../lib/api/object.ts";

const test = suite("keyText");

for (const key of [{ namespace: "default", name: "bell" }, { name: "default" }]) {
  test(`is read back: ${JSON.stringify(key)}`, () => assert.equal(keyOfText(keyText(key)), key));
}

const metadata = {
  name: "bell",
  namespace: "default",
  uid: "u",
  resourceVersion: "1",
  creationTimestamp: "",
};
const object = { apiVersion: "tocsin.dev/v1alpha1", kind: "AgentEvent", metadata };

test("is found on an object", () => {
  assert.is(keyText(keyOf(object)), "default/bell");
});

test("names an owner by its uid", () => {
  const { apiVersion, kind } = object;
  assert.equal(controllerReference(object), { apiVersion, kind, name: "bell", uid: "u", controller: true });
});

test.run();
