/** What `npm run synth` has written, as a real API server takes it: every object, strictly, with no warning. */
import { App, Chart, Yaml } from "cdk8s";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { OPERATOR_NAME, OPERATOR_NAMESPACE } from "../../../lib/api/group.ts";
import { Operator } from "../../../lib/operator/operator.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { kubectl } from "../../cluster/control-plane/kubectl.ts";
import { startControlPlane } from "../../cluster/control-plane/start-control-plane.ts";
import { until } from "../../cluster/control-plane/until.ts";
import { manifestsIn } from "../../support/manifests-in.ts";
import { lostFields } from "../../support/operator/lost-fields.ts";

const test = suite("dist/ on a cluster");
const LIMIT_MS = 60_000;
let plane: ControlPlane;

/** Runs kubectl and answers what it says; a warning of the server is a failure. */
async function mustRun(args: readonly string[], input?: string): Promise<string> {
  const { code, stdout, stderr } = await kubectl(plane, args, input === undefined ? {} : { input });
  assert.is(code, 0, stderr);
  assert.is(stderr, "");
  return stdout;
}

const STRICTLY = ["apply", "--validate=strict"];

test.before(async () => {
  plane = await startControlPlane();
  await plane.reset();
});

test.after(async () => {
  await plane.reset();
  await plane.stop();
});

test("goes onto an empty cluster in one go, and a second time changes nothing", async () => {
  const objects = manifestsIn("dist").flatMap((file) => file.objects);
  const first = (await mustRun([...STRICTLY, "-f", "dist"])).trim().split("\n");
  assert.is(first.length, objects.length);
  for (const line of first) assert.match(line, / created$/);
  const second = (await mustRun([...STRICTLY, "-f", "dist"])).trim().split("\n");
  // kubectl replaces the selector of a budget each time, be it the same or not.
  const replaced = "poddisruptionbudget.policy/tocsin-operator configured";
  assert.equal(
    second.filter((line) => !line.endsWith(" unchanged")),
    [replaced],
  );
});

for (const { file, objects } of manifestsIn("dist")) {
  for (const object of objects) {
    test(`has ${object.kind} ${object.metadata.name} stored as it was sent (${file})`, async () => {
      const namespace = object.metadata["namespace"] as string | undefined;
      const place = namespace === undefined ? [] : ["-n", namespace];
      const type = `${object.kind}.${groupVersionOf(object["apiVersion"] as string)}`;
      const text = await mustRun(["get", type, object.metadata.name, ...place, "-o", "json"]);
      assert.equal(lostFields(object, JSON.parse(text)), []);
    });
  }
}

function groupVersionOf(apiVersion: string): string {
  const [group, version] = apiVersion.split("/");
  return version === undefined ? `${group}.` : `${version}.${group}`;
}

for (const { file } of manifestsIn("dist/examples")) {
  test(`takes ${file} into any namespace`, async () => {
    const namespace = await plane.makeNamespace();
    await until("the kinds are served", LIMIT_MS, async () => {
      const { code } = await kubectl(plane, ["get", "tocsin", "-n", namespace]);
      return code === 0 ? true : undefined;
    });
    await mustRun([...STRICTLY, "-n", namespace, "-f", file]);
  });
}

test("has its expressions taken by the server's type check", async () => {
  const path = `/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/${OPERATOR_NAME}`;
  type Policy = {
    metadata: { generation: number };
    status?: { observedGeneration?: number; typeChecking?: object };
  };
  const status = await until("the policy checked", LIMIT_MS, async () => {
    const policy = await plane.client.call<Policy>(path);
    return policy.status?.observedGeneration === policy.metadata.generation ? policy.status : undefined;
  });
  assert.equal(status.typeChecking, {});
});

test("has its pods let in under the restricted Pod Security Standard, and no others", async () => {
  const deployment = `/apis/apps/v1/namespaces/${OPERATOR_NAMESPACE}/deployments/${OPERATOR_NAME}`;
  type Template = { spec: { template: { metadata: object; spec: Record<string, unknown> } } };
  const { template } = (await plane.client.call<Template>(deployment)).spec;
  const pod = (spec: object) =>
    JSON.stringify({ apiVersion: "v1", kind: "Pod", metadata: { name: "trial" }, spec });
  const dryRun = ["apply", "--dry-run=server", "-n", OPERATOR_NAMESPACE, "-f", "-"];
  assert.match(await mustRun(dryRun, pod(template.spec)), "created");
  const { code, stderr } = await kubectl(plane, dryRun, {
    input: pod({ ...template.spec, securityContext: {} }),
  });
  assert.is.not(code, 0);
  assert.match(stderr, /violates PodSecurity "restricted/);
});

test("is taken with all of its props as well", async () => {
  const namespace = await plane.makeNamespace();
  const chart = new Chart(new App(), "test");
  new Operator(chart, "operator", {
    namespace: "bells",
    watchedNamespaces: [namespace, "bells"],
    crds: false,
    imagePullSecrets: ["pull"],
    logLevel: "debug",
    limits: { maxWaiters: 10 },
    webhook: { host: "hooks.example.com", tlsSecretName: "hooks-tls", ingressClassName: "nginx" },
    admissionPolicy: { alsoTrusted: ["jane"] },
    networkAccess: { webhooksFrom: [{ ipBlock: { cidr: "10.0.0.0/8" } }], metricsFrom: [] },
    agentAccess: "proxy",
    metricsAnnotations: { "prometheus.io/scrape": "true" },
  });
  await mustRun([...STRICTLY, "-f", "-"], Yaml.stringify(...chart.toJson()));
  await mustRun(["delete", "--wait=false", "-f", "-"], Yaml.stringify(...chart.toJson()));
});

test("goes again and leaves what teams have made", async () => {
  const namespace = await plane.makeNamespace();
  await mustRun([...STRICTLY, "-n", namespace, "-f", "dist/examples/research-desk.k8s.yaml"]);
  await mustRun(["delete", "--timeout=60s", "-f", "dist/operator.k8s.yaml"]);
  assert.match(await mustRun(["get", "agentevents", "-n", namespace]), "research");
});

test.run();
