import { suite } from "uvu";
import * as assert from "uvu/assert";
import { EventRecordSchema, SecretSchema } from "../../../../runtime/domain/resource/core-schemas.ts";
import { objectSelector } from "../../../../runtime/domain/selector/object-selector.ts";

const test = suite("objectSelector");

const record = {
  metadata: {
    name: "r",
    namespace: "default",
    uid: "u",
    resourceVersion: "1",
    creationTimestamp: "",
    labels: { a: "b" },
  },
  involvedObject: { kind: "AgentEvent", name: "bell" },
  source: { component: "tocsin" },
  type: "Normal",
};

test("selects everything where nothing is asked", () => {
  assert.equal(objectSelector(EventRecordSchema, {}), {});
  assert.equal(objectSelector(EventRecordSchema, { labelSelector: "", fieldSelector: "" }), {});
});

const cases: readonly [texts: object, isSelected: boolean][] = [
  [{ labelSelector: "a=b" }, true],
  [{ labelSelector: "a=b", fieldSelector: "type=Warning" }, false],
  [{ fieldSelector: "involvedObject.name=bell,type=Normal,source=tocsin" }, true],
  [{ fieldSelector: "involvedObject.uid=" }, true],
  [{ fieldSelector: "involvedObject.kind!=AgentEvent" }, false],
  [{ fieldSelector: "metadata.namespace=default" }, true],
  [{ labelSelector: "toString" }, false],
];
for (const [texts, isSelected] of cases) {
  test(`says ${isSelected} to ${JSON.stringify(texts)}`, () => {
    const { selects } = objectSelector(EventRecordSchema, texts);
    assert.is(selects?.(record as never), isSelected);
  });
}

test("knows the fields of its kind alone", () => {
  assert.match(
    objectSelector(SecretSchema, { fieldSelector: "reason=x" }).flaw ?? "",
    "not supported: reason",
  );
  assert.is(objectSelector(SecretSchema, { fieldSelector: "type=Opaque" }).flaw, undefined);
  assert.match(objectSelector(SecretSchema, { labelSelector: "a b" }).flaw ?? "", "unable to parse");
});

test.run();
