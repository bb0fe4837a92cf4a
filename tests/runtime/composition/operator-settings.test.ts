import { suite } from "uvu";
import * as assert from "uvu/assert";
import { OPERATOR_SETTINGS, readOperatorSettings } from "../../../runtime/composition/operator-settings.ts";
import { SettingError } from "../../../runtime/composition/settings.ts";

const test = suite("readOperatorSettings");
const read = (environment: Record<string, string>, kubeconfig?: string) =>
  readOperatorSettings(environment, kubeconfig, "uuid");

test("serves all namespaces from the operator's own unless told otherwise", () => {
  const settings = read({});
  assert.is(settings.namespace, "tocsin-system");
  assert.is(settings.watchedNamespaces, undefined);
  assert.is(settings.kubeconfig, undefined);
  assert.match(settings.identity, /^.+_uuid$/);
});

test("takes what it is told", () => {
  const settings = read(
    { TOCSIN_NAMESPACE: "ops", TOCSIN_WATCH_NAMESPACES: "a, b-1,a", TOCSIN_IDENTITY: "me" },
    "/tmp/config",
  );
  assert.equal(settings, {
    kubeconfig: "/tmp/config",
    namespace: "ops",
    watchedNamespaces: ["a", "b-1"],
    identity: "me_uuid",
  });
});

for (const names of ["a,,b", "A", "a/b", "-a", ",", "a".repeat(64)]) {
  test(`refuses to watch ${JSON.stringify(names.slice(0, 10))}`, () => {
    assert.throws(
      () => read({ TOCSIN_WATCH_NAMESPACES: names }),
      (error: unknown) => error instanceof SettingError && error.message.includes("TOCSIN_WATCH_NAMESPACES"),
    );
  });
}

test("says of each setting what it is", () => {
  for (const { name, byDefault, meaning } of OPERATOR_SETTINGS)
    assert.ok(name !== "" && byDefault !== "" && meaning.endsWith("."), name);
});

test.run();
