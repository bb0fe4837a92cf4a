import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentTeamResource } from "../../../../lib/api/agent-team.ts";
import { findLogin, type KubeLogin } from "../../../../runtime/adapters/kubeconfig/find-login.ts";
import { openLogin } from "../../../../runtime/adapters/kubeconfig/open-login.ts";
import { SystemClock } from "../../../../runtime/adapters/node/system-clock.ts";
import { SystemRandom } from "../../../../runtime/adapters/node/system-random.ts";
import { SystemTimers } from "../../../../runtime/adapters/node/system-timers.ts";
import { isStoreError, StoreErrorReason } from "../../../../runtime/ports/store-error.ts";
import { TestSystem } from "../../../support/a-system.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const test = suite("openLogin");

const ports = {
  clock: new SystemClock(),
  timers: new SystemTimers(),
  random: new SystemRandom(),
  callLimitMs: 10_000,
};
const key = { namespace: "default", name: "writers" };

let system: TestSystem;
let login: KubeLogin;
test.before(async () => {
  system = await TestSystem.start();
  await system.addTeam();
  login = await findLogin({ kubeconfig: system.standalone.kubeconfig, environment: {}, home: "/" });
});
test.after(() => system.stop());

/** The team's name as it is read with a login, or why it can't be. */
async function readWith(used: KubeLogin): Promise<string> {
  const { store, close } = await openLogin(used, ports);
  try {
    const team = await store.get(AgentTeamResource, key);
    return team?.metadata.name ?? "none";
  } catch (error) {
    return isStoreError(error, StoreErrorReason.unauthorized) ? "unauthorized" : String(error);
  } finally {
    await close();
  }
}

test("reads over TLS with a token", async () => {
  assert.is(await readWith(login), "writers");
});

test("prefers the token of a file, and reads it anew", async () => {
  using folder = temporaryFolder();
  const tokenFile = join(folder.path, "token");
  const used = { ...login, user: { token: "wrong", tokenFile } };
  writeFileSync(tokenFile, `${login.user.token}\n`);
  assert.is(await readWith(used), "writers");
  writeFileSync(tokenFile, "wrong");
  assert.is(await readWith(used), "unauthorized");
});

test("does not trust a server whose authority it does not know", async () => {
  const { server } = login.cluster;
  assert.match(await readWith({ ...login, cluster: { server } }), /can't be reached: .*(CERT|SIGNED)/);
  assert.is(await readWith({ ...login, cluster: { server, "insecure-skip-tls-verify": true } }), "writers");
});

test("asks a credential plugin through the Kubernetes client", async () => {
  const credential = {
    apiVersion: "client.authentication.k8s.io/v1",
    kind: "ExecCredential",
    status: { token: login.user.token },
  };
  const exec = {
    apiVersion: credential.apiVersion,
    command: "echo",
    args: [JSON.stringify(credential)],
    interactiveMode: "Never",
  };
  assert.is(await readWith({ ...login, user: { exec } }), "writers");
});

test("names the server that it can't reach", async () => {
  const cluster = { server: "https://127.0.0.1:1" };
  assert.match(
    await readWith({ ...login, cluster }),
    "the API server at 127.0.0.1:1 can't be reached: ECONNREFUSED",
  );
});

test("refuses to act as a part of somebody", async () => {
  const used = { ...login, user: { ...login.user, as: "jane", "as-groups": ["editors"] } };
  const error = await readWith(used).catch((thrown: Error) => thrown);
  assert.is((error as Error).name, "KubeconfigError");
});

test("watches until it is told to stop", async () => {
  const { store, close } = await openLogin(login, ports);
  const stop = new AbortController();
  const { resourceVersion } = await store.list(AgentTeamResource, { namespace: "default" });
  const watch = store.watch(AgentTeamResource, {
    namespace: "default",
    resourceVersion,
    signal: stop.signal,
  });
  await system.addIdleTeam("another", 60);
  for await (const event of watch) {
    if (event.type === "BOOKMARK" || event.object.metadata.name !== "another") continue;
    stop.abort();
  }
  await close();
});

test.run();
