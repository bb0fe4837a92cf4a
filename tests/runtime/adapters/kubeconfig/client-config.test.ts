import { suite } from "uvu";
import * as assert from "uvu/assert";
import { clientConfig } from "../../../../runtime/adapters/kubeconfig/client-config.ts";

const login = {
  context: "here",
  cluster: { server: "https://api.example:6443", "certificate-authority-data": "Y2E=" },
  user: { token: "t" },
  namespace: "team",
};

const test = suite("clientConfig");

test("is the login: its cluster, its user and its namespace", async () => {
  const config = await clientConfig(login);
  assert.is(config.getCurrentContext(), "here");
  assert.is(config.getCurrentCluster()?.server, "https://api.example:6443");
  assert.is(config.getCurrentCluster()?.caData, "Y2E=");
  assert.is(config.getCurrentUser()?.token, "t");
  assert.is(config.getContextObject("here")?.namespace, "team");
});

test("names no namespace where the login has none", async () => {
  const config = await clientConfig({ ...login, namespace: undefined });
  assert.not.ok(config.getContextObject("here")?.namespace);
});

test.run();
