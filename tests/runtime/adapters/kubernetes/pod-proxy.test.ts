import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ClusterAccess } from "../../../../runtime/adapters/kubernetes/cluster-access.ts";
import { PodProxy } from "../../../../runtime/adapters/kubernetes/pod-proxy.ts";

// Tasks on real pods behind a real proxy: tests/integration/pods/proxied-agents.cluster.test.ts.
const test = suite("PodProxy");

const dispatcher = {};
const headers = { authorization: "Bearer of-the-kubeconfig" };

/** The access to a cluster behind a path, as some gateways have it. */
function anAccess() {
  const access = {
    forgotten: 0,
    isClosed: false,
    current: async () => ({
      origin: "https://api.example:6443",
      prefix: "/clusters/one",
      dispatcher,
      headers,
    }),
    forget: () => {
      access.forgotten += 1;
    },
    close: async () => {
      access.isClosed = true;
    },
  };
  return access;
}

test("leads to the agents' port of a pod, with the credentials of the kubeconfig", async () => {
  const access = anAccess();
  const proxy = new PodProxy(access as unknown as ClusterAccess);
  const { baseURL, gateway } = await proxy.route({ namespace: "team-a", pod: "writer-agent-abc-1" });
  assert.is(
    baseURL,
    "https://api.example:6443/clusters/one/api/v1/namespaces/team-a/pods/writer-agent-abc-1:8080/proxy",
  );
  assert.is(gateway.dispatcher, dispatcher);
  assert.equal(gateway.headers, headers);
  gateway.forget();
  assert.is(access.forgotten, 1);
});

test("closes the connections that it was given", async () => {
  const access = anAccess();
  await new PodProxy(access as unknown as ClusterAccess).close();
  assert.is(access.isClosed, true);
});

test("passes on that the credentials can't be had", async () => {
  const access = { ...anAccess(), current: () => Promise.reject(new Error("no credentials")) };
  const proxy = new PodProxy(access as unknown as ClusterAccess);
  const error = await proxy.route({ namespace: "a", pod: "b" }).catch((thrown: Error) => thrown);
  assert.match((error as Error).message, "no credentials");
});

test.run();
