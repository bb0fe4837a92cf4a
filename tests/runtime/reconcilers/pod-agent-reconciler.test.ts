import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SecretType } from "../../../lib/api/core-types.ts";
import { DeploymentType, NetworkPolicyType, ServiceType } from "../../../lib/api/workload-types.ts";
import { StoreError, StoreErrorReason } from "../../../runtime/ports/store-error.ts";
import { PodAgentSetup } from "../../support/pods/pod-agent-setup.ts";

const { key, workload } = PodAgentSetup;

const test = suite("PodAgentReconciler");

test("makes what an agent's pods need, the Deployment last, and then nothing more", async () => {
  const setup = await PodAgentSetup.with({ replicas: 2 });
  await setup.reconcile();
  assert.equal(setup.takeWrites(), ["create NetworkPolicy", "create Service", "create Deployment"]);
  assert.is((await setup.deployment())?.spec.replicas, 2);
  assert.is(Buffer.from((await setup.secret())?.data?.["token"] ?? "", "base64").toString().length, 43);
  const secret = await setup.secret();
  for (let times = 0; times < 3; times++) await setup.reconcile();
  assert.equal(setup.takeWrites(), []);
  assert.equal(await setup.secret(), secret);
});

test("writes a changed agent, and its Deployment alone where nothing else depends on it", async () => {
  const setup = await PodAgentSetup.with();
  await setup.reconcile();
  setup.takeWrites();
  await setup.change({ replicas: 3 });
  await setup.reconcile();
  assert.equal(setup.takeWrites(), ["replace Deployment"]);
  assert.is((await setup.deployment())?.spec.replicas, 3);
});

test("looks for what is not watched when the agent changes, whenever it last did", async () => {
  const setup = await PodAgentSetup.with();
  await setup.reconcile();
  setup.store.drop(NetworkPolicyType, workload);
  setup.takeWrites();
  await setup.change({ replicas: 3 });
  await setup.reconcile();
  assert.equal(setup.takeWrites(), ["create NetworkPolicy", "replace Deployment"]);
});

test("puts a Deployment right that somebody else has changed", async () => {
  const setup = await PodAgentSetup.with();
  await setup.reconcile();
  const made = await setup.deployment();
  if (made === undefined) throw new Error("there is no Deployment");
  const generation = (made.metadata.generation ?? 0) + 1;
  const metadata = { ...made.metadata, generation };
  setup.store.put(DeploymentType, { ...made, metadata, spec: { ...made.spec, replicas: 9 } } as typeof made);
  await setup.catchUp();
  setup.takeWrites();
  await setup.reconcile();
  assert.equal(setup.takeWrites(), ["replace Deployment"]);
  assert.is((await setup.deployment())?.spec.replicas, 1);
});

test("lets a restart by kubectl be, and writes it once", async () => {
  const setup = await PodAgentSetup.with();
  await setup.reconcile();
  const made = await setup.deployment();
  if (made === undefined) throw new Error("there is no Deployment");
  const { template } = made.spec;
  const annotations = { ...template.metadata.annotations, "kubectl.kubernetes.io/restartedAt": "now" };
  const restarted = { ...template, metadata: { ...template.metadata, annotations } };
  const metadata = { ...made.metadata, generation: (made.metadata.generation ?? 0) + 1 };
  setup.store.put(DeploymentType, { ...made, metadata, spec: { ...made.spec, template: restarted } });
  await setup.catchUp();
  setup.takeWrites();
  for (let times = 0; times < 3; times++) await setup.reconcile();
  assert.equal(setup.takeWrites(), ["replace Deployment"]);
  assert.equal((await setup.deployment())?.spec.template.metadata.annotations, annotations);
});

test("makes again what is deleted, and looks for what is not watched every five minutes", async () => {
  const setup = await PodAgentSetup.with();
  await setup.reconcile();
  setup.takeWrites();
  setup.store.drop(DeploymentType, workload);
  setup.store.drop(NetworkPolicyType, workload);
  setup.store.drop(ServiceType, workload);
  await setup.catchUp();
  await setup.reconcile();
  assert.equal(setup.takeWrites(), ["create Deployment"]);
  const { requeueAt } = await setup.reconcile();
  assert.is(requeueAt?.getTime(), setup.clock.now().getTime() + 300_000);
  setup.clock.advance(300_000);
  await setup.reconcile();
  assert.equal(setup.takeWrites(), ["create NetworkPolicy", "create Service"]);
});

test("has a new leader write once what it finds, and keep the token", async () => {
  const setup = await PodAgentSetup.with();
  await setup.reconcile();
  const token = (await setup.secret())?.data;
  setup.takeWrites();
  setup.newLeader();
  await setup.reconcile();
  await setup.reconcile();
  assert.equal(setup.takeWrites(), ["replace Deployment"]);
  assert.equal((await setup.secret())?.data, token);
});

test("gives a task Secret a new token where somebody has emptied it", async () => {
  const setup = await PodAgentSetup.with();
  await setup.reconcile();
  const made = await setup.secret();
  if (made === undefined) throw new Error("there is no Secret");
  await setup.store.replace(SecretType, { ...made, data: { token: "", own: "eA==" } });
  await setup.catchUp();
  await setup.reconcile();
  const { token = "", own } = (await setup.secret())?.data ?? {};
  assert.equal([Buffer.from(token, "base64").toString().length, own], [43, "eA=="]);
});

test("rolls the pods to another image, and to the Secrets that it is pulled with", async () => {
  const setup = await PodAgentSetup.with();
  await setup.reconcile();
  setup.image = "tocsin:0.2.0";
  setup.pullSecrets = ["registry"];
  setup.newLeader();
  await setup.reconcile();
  const { containers, imagePullSecrets } = (await setup.deployment())?.spec.template.spec ?? {};
  assert.is(containers?.[0]?.image, "tocsin:0.2.0");
  assert.equal(imagePullSecrets, [{ name: "registry" }]);
});

test("mounts the key that it is told of, and says where one is missing", async () => {
  const setup = await PodAgentSetup.with();
  setup.providerSecret = { missing: "there is no Secret" };
  await setup.reconcile();
  assert.is(setup.condition.reason, "ProviderKeyMissing");
  assert.is((await setup.deployment())?.spec.template.spec.volumes.length, 2);
  setup.providerSecret = { ref: { name: "keys", key: "k" } };
  await setup.reconcile();
  assert.is((await setup.deployment())?.spec.template.spec.volumes.length, 3);
  assert.is(setup.condition.reason, "NoReadyPod");
});

test("makes no pods for an agent that nobody has named a provider for", async () => {
  const setup = await PodAgentSetup.with();
  setup.providerBaseURL = undefined;
  setup.newLeader();
  await setup.reconcile();
  assert.equal(setup.takeWrites(), []);
  assert.is(setup.condition.reason, "ProviderNotSet");
  assert.match(setup.condition.message ?? "", "OPENAI_BASE_URL");
});

const strange = { metadata: { ...workload, ownerReferences: [] } };
for (const [kind, put] of [
  [
    "Deployment",
    (setup: PodAgentSetup) => setup.store.put(DeploymentType, { ...of("Deployment"), ...strange } as never),
  ],
  [
    "Service",
    (setup: PodAgentSetup) => setup.store.put(ServiceType, { ...of("Service"), ...strange } as never),
  ],
  [
    "Secret",
    (setup: PodAgentSetup) =>
      setup.store.create(SecretType, {
        ...of("Secret"),
        kind: "Secret",
        metadata: { namespace: "default", name: "writer-tasks" },
        data: { token: "" },
      }),
  ],
] as const) {
  test(`touches no ${kind} of its name that is somebody else's, and says so`, async () => {
    const setup = await PodAgentSetup.with();
    await put(setup);
    const { requeueAt } = await setup.reconcile();
    assert.is(setup.condition.reason, "NameConflict");
    assert.match(setup.condition.message ?? "", kind);
    assert.not(setup.takeWrites().includes("replace Deployment"));
    assert.not(setup.store.writes.includes(`replace ${kind}`));
    assert.is(requeueAt?.getTime(), setup.clock.now().getTime() + 15_000);
  });
}

function of(kind: string) {
  return { apiVersion: "v1", kind };
}

test("tells where the API server refuses the pods, and lets other errors be tried again", async () => {
  const setup = await PodAgentSetup.with();
  setup.store.refusal = new StoreError(StoreErrorReason.forbidden, "exceeded quota");
  await setup.reconcile();
  assert.is(setup.condition.reason, "PodsRefused");
  assert.match(setup.condition.message ?? "", "exceeded quota");
  setup.store.refusal = new StoreError(StoreErrorReason.unavailable, "out of reach");
  const error = await setup.reconcile().catch((thrown: Error) => thrown);
  assert.instance(error, StoreError);
  setup.store.refusal = undefined;
  await setup.reconcile();
  assert.is(setup.condition.reason, "NoReadyPod");
});

test("tells what the cluster says against the pods, as long as none is ready", async () => {
  const setup = await PodAgentSetup.with();
  await setup.reconcile();
  const made = await setup.deployment();
  const message = "exceeded quota: compute";
  const status = { conditions: [{ type: "ReplicaFailure", status: "True", message }] };
  if (made !== undefined) setup.store.put(DeploymentType, { ...made, status } as typeof made);
  await setup.catchUp();
  await setup.reconcile();
  assert.equal([setup.condition.reason, setup.takeWrites().length], ["PodsRefused", 3]);
  assert.match(setup.condition.message ?? "", message);
  setup.pod("p", true);
  await setup.reconcile();
  assert.is(setup.condition.reason, "Ready");
});

test("leaves an agent that is gone to the garbage collector", async () => {
  const setup = await PodAgentSetup.with();
  await setup.reconcile();
  setup.takeWrites();
  setup.agents.remove(key);
  assert.equal(await setup.reconciler.reconcile(key), {});
  assert.equal(setup.takeWrites(), []);
});

test.run();
