import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findLogin } from "../../../../runtime/adapters/kubeconfig/find-login.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const test = suite("findLogin");

const folder = temporaryFolder();
const at = (name: string) => join(folder.path, name);

/** A file with a cluster, a user and a context of one name. */
function kubeconfig(
  name: string,
  parts: { readonly namespace?: string; readonly isChosen?: boolean } = {},
): string {
  const path = at(`${name}.yaml`);
  const lines = [
    "apiVersion: v1",
    "kind: Config",
    ...(parts.isChosen === false ? [] : [`current-context: ${name}`]),
    `clusters: [{name: ${name}, cluster: {server: "https://${name}.test:6443", certificate-authority: ca.crt}}]`,
    `users: [{name: ${name}, user: {token: ${name}-token}}]`,
    `contexts: [{name: ${name}, context: {cluster: ${name}, user: ${name}, namespace: ${parts.namespace ?? '""'}}}]`,
  ];
  writeFileSync(path, lines.join("\n"));
  return path;
}

const one = kubeconfig("one", { namespace: "desk" });
const two = kubeconfig("two");
const unchosen = kubeconfig("unchosen", { isChosen: false });
const nobody = { environment: {}, home: at("nobody") };

async function refusal(options: Parameters<typeof findLogin>[0]): Promise<string> {
  const error = await findLogin(options).then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  assert.is(error?.name, "KubeconfigError");
  return error?.message ?? "";
}

test("takes the file that is named before all others", async () => {
  const login = await findLogin({ ...nobody, kubeconfig: one, environment: { KUBECONFIG: two } });
  assert.is(login.cluster.server, "https://one.test:6443");
  assert.is(login.user.token, "one-token");
  assert.is(login.namespace, "desk");
});

test("finds files beside the kubeconfig that names them", async () => {
  const login = await findLogin({ ...nobody, kubeconfig: one });
  assert.is(login.cluster["certificate-authority"], at("ca.crt"));
});

test("merges the files of KUBECONFIG, of which the first chooses, and passes over missing ones", async () => {
  const environment = { KUBECONFIG: [at("missing"), unchosen, two, one].join(delimiter) };
  assert.is((await findLogin({ ...nobody, environment })).context, "two");
  assert.is((await findLogin({ ...nobody, environment, context: "one" })).user.token, "one-token");
});

test("reads the user's own file where KUBECONFIG is not set", async () => {
  mkdirSync(at("me/.kube"), { recursive: true });
  const json = {
    "current-context": "mine",
    clusters: [{ name: "mine", cluster: { server: "http://127.0.0.1:1" } }],
    contexts: [{ name: "mine", context: { cluster: "mine" } }],
  };
  writeFileSync(at("me/.kube/config"), JSON.stringify(json));
  const login = await findLogin({ environment: { KUBECONFIG: "" }, home: at("me") });
  assert.equal([login.cluster.server, login.user, login.namespace], ["http://127.0.0.1:1", {}, undefined]);
});

test("falls back on the account of its pod", async () => {
  const accountFolder = at("account");
  mkdirSync(accountFolder);
  writeFileSync(join(accountFolder, "token"), "secret");
  writeFileSync(join(accountFolder, "namespace"), "desk\n");
  const environment = { KUBERNETES_SERVICE_HOST: "fd00::1", KUBERNETES_SERVICE_PORT: "443" };
  const login = await findLogin({ ...nobody, environment, accountFolder });
  assert.is(login.cluster.server, "https://[fd00::1]:443");
  assert.is(login.namespace, "desk");
  assert.is(login.user.tokenFile, join(accountFolder, "token"));
});

test("says which context there is instead of one that there is not", async () => {
  const message = await refusal({ ...nobody, kubeconfig: one, context: "prod" });
  assert.is(message, `there is no context "prod" in ${one}; there are one`);
});

const flawed: readonly (readonly [flaw: string, text: string, words: RegExp])[] = [
  ["is not YAML", "a: [s3cret", /^the kubeconfig .*flawed is not YAML$/],
  ["is a list", "[]", /does not look like one$/],
  ["holds something else than lists", "clusters: 3", /^clusters of the kubeconfig .* is not a list$/],
  ["chooses no context", "clusters: []", /^no context is chosen in /],
  [
    "names a cluster without an address",
    "{current-context: a, contexts: [{name: a}]}",
    /names no cluster with/,
  ],
];
for (const [flaw, text, words] of flawed) {
  test(`refuses a file that ${flaw}`, async () => {
    writeFileSync(at("flawed"), text);
    const message = await refusal({ ...nobody, kubeconfig: at("flawed") });
    assert.match(message, words);
    assert.not.match(message, "s3cret");
  });
}

test("says where it looked where there is nothing", async () => {
  assert.match(await refusal({ ...nobody, kubeconfig: at("none") }), /^there is no kubeconfig .*none$/);
  assert.match(await refusal(nobody), /^there is no kubeconfig: .*nobody.*config$/);
});

test.after(() => folder[Symbol.dispose]());
test.run();
