import { spawn } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { kubectl } from "../../cluster/control-plane/kubectl.ts";
import { startControlPlane } from "../../cluster/control-plane/start-control-plane.ts";
import { until } from "../../cluster/control-plane/until.ts";
import { aScriptPod, isReady, type Pod } from "../../cluster/node/a-pod.ts";
import { PRODUCT_IMAGE } from "../../cluster/node/image/product-image.ts";
import { startNode } from "../../cluster/node/start-node.ts";

/** Answers what its readiness is set to, and asks the API server who it is. */
const SWITCHABLE = `
let isReady = true;
const account = "/var/run/secrets/kubernetes.io/serviceaccount/";
require("node:http").createServer(async (request, response) => {
  if (request.method === "POST") isReady = request.url === "/good";
  if (request.url !== "/whoami") return response.writeHead(isReady ? 200 : 503).end();
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = process.env;
  const answer = await fetch("https://" + host + ":" + port + "/apis/authentication.k8s.io/v1/selfsubjectreviews", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Authorization: "Bearer " + require("node:fs").readFileSync(account + "token", "utf8"),
    },
    body: JSON.stringify({ apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" }),
  });
  response.end(await answer.text());
}).listen(8080, () => console.log("listening as " + process.getuid()));
`;

const LIMIT_MS = 60_000;

const test = suite("the test cluster's node");
let plane: ControlPlane;
let pods: string;
let address: string;

test.before(async () => {
  plane = await startControlPlane();
  await plane.reset();
  await startNode(plane);
  const namespace = await plane.makeNamespace();
  const labels = { "pod-security.kubernetes.io/enforce": "restricted" };
  await plane.client.call(`/api/v1/namespaces/${namespace}`, {
    method: "PATCH",
    body: { metadata: { labels } },
  });
  pods = `/api/v1/namespaces/${namespace}/pods`;
  await until("a service account", LIMIT_MS, () =>
    plane.client.tryGet(`/api/v1/namespaces/${namespace}/serviceaccounts/default`),
  );
  await plane.client.call(pods, { method: "POST", body: aScriptPod("switchable", SWITCHABLE) });
});

test.after(async () => {
  await plane.reset();
  await plane.stop();
});

const untilReadinessIs = (wanted: boolean) =>
  until(`a pod ${wanted ? "ready" : "not ready"}`, LIMIT_MS, async () => {
    const pod = await plane.client.call<Pod>(`${pods}/switchable`);
    return isReady(pod) === wanted ? pod : undefined;
  });

test("runs a pod of the product's image under restricted Pod Security", async () => {
  const pod = await untilReadinessIs(true);
  address = `http://${pod.status?.podIP}:8080`;
  assert.is((await fetch(`${address}/readyz`)).status, 200);
});

test("has the kubelet ask a pod whether it is ready", async () => {
  await fetch(`${address}/bad`, { method: "POST" });
  await untilReadinessIs(false);
  await fetch(`${address}/good`, { method: "POST" });
  await untilReadinessIs(true);
});

test("lets a pod reach the API server at its address in the cluster", async () => {
  type Review = { readonly status: { readonly userInfo: { readonly username: string } } };
  const review = (await (await fetch(`${address}/whoami`)).json()) as Review;
  assert.match(review.status.userInfo.username, /^system:serviceaccount:tocsin-test-.*:default$/);
});

test("gives kubectl a pod's log", async () => {
  const namespace = pods.split("/")[4] ?? "";
  const { stdout, stderr } = await kubectl(plane, ["logs", "-n", namespace, "switchable"]);
  assert.is(stdout.trim(), "listening as 65532", stderr);
});

test("refuses a pod that asks for more than restricted Pod Security allows", async () => {
  const greedy = { name: "root", image: PRODUCT_IMAGE, securityContext: { privileged: true } };
  const pod = { metadata: { name: "greedy" }, spec: { containers: [greedy] } };
  assert.is((await plane.client.send(pods, { method: "POST", body: pod })).status, 403);
});

test("leaves nothing on the machine when whoever started it is killed", async () => {
  const script = fileURLToPath(new URL("../../support/pods/start-and-stay.ts", import.meta.url));
  const owner = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const line = await new Promise<string>((resolve) => {
    owner.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString("utf8")));
    owner.once("close", () => resolve(""));
  });
  const [folder = "", link = ""] = line.trim().split(" ");
  assert.not.equal(folder, "", "the cluster did not start");
  assert.ok(tracesOf(folder, link).length >= 3, `a folder, a link and cgroups: ${tracesOf(folder, link)}`);
  owner.kill("SIGKILL");
  await until("nothing of it left", LIMIT_MS, () => (tracesOf(folder, link).length === 0 ? true : undefined));
});

/** All that a node can leave: its folder, its link, its cgroups, and processes whose command line names it. */
function tracesOf(folder: string, link: string): string[] {
  const processes = globSync("/proc/[0-9]*/cmdline").filter((path) => textOf(path).includes(folder));
  const cgroups = globSync(`/sys/fs/cgroup/**/${basename(folder)}`, { exclude: ["**/kubepods"] });
  return [folder, `/sys/class/net/${link}`].filter(existsSync).concat(cgroups, processes);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // the process has ended meanwhile
  }
}

test.run();
