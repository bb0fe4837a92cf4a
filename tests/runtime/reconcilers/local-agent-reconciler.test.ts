import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Agent, AgentResource, type AgentSpec } from "../../../lib/api/agent.ts";
import { keyOf } from "../../../lib/api/object.ts";
import { AgentReason, RecordReason } from "../../../lib/api/reason.ts";
import type { SqliteStore } from "../../../runtime/adapters/sqlite/sqlite-store.ts";
import { ObjectCache } from "../../../runtime/controller/object-cache.ts";
import type { PodReport } from "../../../runtime/ports/agent-host.ts";
import type { Occurrence } from "../../../runtime/ports/recorder.ts";
import {
  LocalAgentReconciler,
  type ProviderLookup,
} from "../../../runtime/reconcilers/local-agent-reconciler.ts";
import { anAgent } from "../../support/a-local-host.ts";
import { anEndpoint } from "../../support/an-endpoint.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { openStore } from "../../support/open-store.ts";
import { MovableEndpoints } from "../../support/routing/movable-endpoints.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

const test = suite("LocalAgentReconciler");

const SEMANTIC: Partial<AgentSpec> = { livenessProbe: { type: "semantic", intervalSeconds: 5 } };
const key = { namespace: "default", name: "writer" };
const at = "2026-01-01T00:00:00.000Z";

class Setup {
  readonly clock = new FakeClock(at);
  readonly endpoints = new MovableEndpoints();
  readonly logger = new SilentLogger();
  readonly records: Occurrence[] = [];
  /** What the host was told, in order. */
  readonly told: string[] = [];
  readonly agents = new ObjectCache<Agent>({
    onListenerError: (error) => {
      throw error;
    },
  });
  readonly store: SqliteStore;
  readonly reconciler: LocalAgentReconciler;
  missing: string | undefined;

  constructor(store: SqliteStore) {
    this.store = store;
    const { agents, endpoints, logger, clock } = this;
    const recorder = { record: (occurrence: Occurrence) => void this.records.push(occurrence) };
    const host = {
      apply: (agent: Agent) => void this.told.push(`apply ${agent.spec.replicas}`),
      remove: () => void this.told.push("remove"),
    };
    const settings = { baseURL: "http://provider.example/v1", apiKey: () => undefined };
    const provider = (): ProviderLookup => ({ settings, missing: this.missing });
    const parts = { store, agents, host, endpoints, provider, recorder, logger, clock };
    this.reconciler = new LocalAgentReconciler(parts);
  }

  static async with(spec: Partial<AgentSpec> = SEMANTIC): Promise<Setup> {
    const setup = new Setup(await openStore());
    const { apiVersion, kind, spec: whole } = anAgent(spec);
    setup.agents.upsert(
      await setup.store.create(AgentResource, { apiVersion, kind, metadata: key, spec: whole }),
    );
    return setup;
  }

  addPod(pod: string, isReady = true): void {
    this.endpoints.set(anEndpoint({ pod, podUID: pod, isReady }));
  }

  report(pod: string, isReady: boolean, reason?: string): void {
    const verdict = isReady
      ? ({ at, verdict: "Healthy" } as const)
      : ({ at, verdict: "Unhealthy", reason: reason ?? "WrongAnswer", message: "It is wrong." } as const);
    const report: PodReport = { agent: key, pod, isReady, verdict };
    this.addPod(pod, isReady);
    this.reconciler.take(report);
  }

  /** Reconciles and reads the status that was written. */
  async status() {
    await this.reconciler.reconcile(key);
    const stored = await this.store.get(AgentResource, key);
    return stored?.status ?? {};
  }

  async condition() {
    const { status, reason, message } = (await this.status()).conditions?.[0] ?? {};
    return { status, reason, message };
  }
}

test("tells the host what to run, and reports pods, last probes and readiness", async () => {
  const setup = await Setup.with({ ...SEMANTIC, replicas: 2 });
  setup.report("p1", true);
  setup.report("p2", false);
  const { replicas, readyReplicas, lastProbe, observedGeneration } = await setup.status();
  assert.equal([replicas, readyReplicas, observedGeneration], [2, 1, 1]);
  assert.equal(lastProbe, [
    { pod: "p1", at, verdict: "Healthy" },
    { pod: "p2", at, verdict: "Unhealthy", reason: "WrongAnswer", message: "It is wrong." },
  ]);
  assert.equal(await setup.condition(), {
    status: "True",
    reason: AgentReason.ready,
    message: "1 of 2 pods ready",
  });
  assert.is(setup.told[0], "apply 2");
});

const conditions: [
  name: string,
  prepare: (setup: Setup) => void,
  spec: Partial<AgentSpec>,
  reason: AgentReason,
  message: RegExp,
][] = [
  [
    "no pod is ready",
    (s) => s.report("p1", false),
    SEMANTIC,
    AgentReason.noReadyPod,
    /WrongAnswer: It is wrong\./,
  ],
  ["no pod exists yet", () => undefined, SEMANTIC, AgentReason.noReadyPod, /no pod is ready/],
  ["it is scaled to none", () => undefined, { replicas: 0 }, AgentReason.scaledToZero, /spec\.replicas is 0/],
  [
    "the key is missing",
    (s) => {
      s.missing = "there is no Secret";
      s.addPod("p1");
    },
    SEMANTIC,
    AgentReason.providerKeyMissing,
    /there is no Secret/,
  ],
  [
    "the expectation can't be used",
    (s) => s.addPod("p1"),
    {
      livenessProbe: { type: "semantic", intervalSeconds: 5, validatorPrompt: "?", expect: { pattern: "(" } },
    },
    AgentReason.invalidExpectation,
    /spec\.livenessProbe\.expect/,
  ],
];
for (const [name, prepare, spec, expected, pattern] of conditions) {
  test(`is not Ready, and says why, when ${name}`, async () => {
    const setup = await Setup.with(spec);
    prepare(setup);
    const { status, reason, message } = await setup.condition();
    assert.equal([status, reason], ["False", expected]);
    assert.match(message ?? "", pattern);
  });
}

test("records and logs each change of readiness, and no first success", async () => {
  const setup = await Setup.with();
  setup.report("p1", true);
  setup.report("p1", false, "RateLimited");
  setup.report("p1", true);
  assert.equal(
    setup.records.map(({ type, reason }) => [type, reason]),
    [
      ["Warning", RecordReason.semanticCheckFailed],
      ["Normal", RecordReason.semanticCheckRecovered],
    ],
  );
  assert.match(setup.records[0]?.message ?? "", /pod p1 gets no tasks: RateLimited: It is wrong\./);
  assert.equal(
    setup.logger.lines.map(({ level, message, facts }) => [level, message, facts.pod, facts.reason]),
    [
      ["info", "pod ready", "p1", undefined],
      ["warn", "pod not ready", "p1", "RateLimited"],
      ["info", "pod ready", "p1", undefined],
    ],
  );
});

test("records a pod whose very first check fails", async () => {
  const setup = await Setup.with();
  setup.report("p1", false);
  assert.equal(
    setup.records.map(({ reason }) => reason),
    [RecordReason.semanticCheckFailed],
  );
});

test("records nothing about sense where only reachability is probed", async () => {
  const setup = await Setup.with({});
  setup.report("p1", false, "ProbeFailed");
  assert.equal(setup.records, []);
});

test("writes a status only where something has changed", async () => {
  const setup = await Setup.with();
  setup.report("p1", true);
  await setup.status();
  const before = await setup.store.get(AgentResource, key);
  setup.clock.advance(60_000);
  await setup.status();
  const after = await setup.store.get(AgentResource, key);
  assert.is(after?.metadata.resourceVersion, before?.metadata.resourceVersion);
});

test("forgets the probes of pods that are gone", async () => {
  const setup = await Setup.with();
  setup.report("p1", false);
  await setup.status();
  setup.endpoints.remove("p1");
  setup.report("p2", true);
  assert.equal(
    (await setup.status()).lastProbe?.map(({ pod }) => pod),
    ["p2"],
  );
});

test("takes the pods of a deleted agent down", async () => {
  const setup = await Setup.with();
  const agent = setup.agents.get(key);
  if (agent !== undefined) setup.agents.remove(keyOf(agent));
  await setup.reconciler.reconcile(key);
  assert.equal(setup.told, ["remove"]);
});

test.run();
