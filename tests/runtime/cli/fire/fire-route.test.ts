import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CliError } from "../../../../runtime/cli/cli-error.ts";
import { type FirePlace, fireRoute } from "../../../../runtime/cli/fire/fire-route.ts";

const path = "/triggers/default/alarm/fire";
const inCluster = `http://tocsin-operator.tocsin-system.svc.cluster.local:8092${path}`;
const route = (place: Partial<FirePlace>) => {
  const found = fireRoute({ namespace: "default", event: "alarm", isInCluster: false, ...place });
  return { ...found, url: found.url.href };
};

const test = suite("fireRoute");

const DIRECT: readonly (readonly [name: string, place: Partial<FirePlace>, url: string])[] = [
  [
    "the address of standalone",
    { webhookURL: `http://127.0.0.1:8092${path}` },
    `http://127.0.0.1:8092${path}`,
  ],
  ["an address outside", { webhookURL: `https://hooks.example${path}` }, `https://hooks.example${path}`],
  ["the cluster's own name, in a pod", { webhookURL: inCluster, isInCluster: true }, inCluster],
  [
    "a named address",
    { address: "https://hooks.example", webhookURL: inCluster },
    `https://hooks.example${path}`,
  ],
  ["a named address below a path", { address: "http://h:1/base/" }, `http://h:1/base${path}`],
  ["a named address without its scheme", { address: "127.0.0.1:8092" }, `http://127.0.0.1:8092${path}`],
];
for (const [name, place, url] of DIRECT)
  test(`posts straight to ${name}`, () => assert.equal(route(place), { kind: "direct", url }));

test("tunnels to the operator's namespace for a name of the cluster, whatever its domain", () => {
  const found = { kind: "tunnel", namespace: "tocsin-system", port: 8092 };
  assert.equal(route({ webhookURL: inCluster }), { ...found, url: inCluster });
  const other = `http://bell.tower.svc.corp.example:80${path}`;
  assert.equal(route({ webhookURL: other }), {
    kind: "tunnel",
    namespace: "tower",
    port: 80,
    url: `http://bell.tower.svc.corp.example${path}`,
  });
});

const REFUSED: readonly (readonly [name: string, place: Partial<FirePlace>, said: RegExp])[] = [
  ["an event without an address", {}, /no webhook address yet/],
  ["an address that is none", { address: "http://" }, /no base address: "http:\/\/"/],
  ["an address of another kind", { address: "ftp://h" }, /no base address/],
  ["an address with a query", { address: "http://h?token=x" }, /no base address/],
];
for (const [name, place, said] of REFUSED) {
  test(`refuses ${name}`, () =>
    assert.throws(
      () => route(place),
      (error: unknown) => error instanceof CliError && said.test(error.message),
    ));
}

test.run();
