import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Agent } from "../../../lib/api/agent.ts";
import type { Secret } from "../../../lib/api/core-types.ts";
import { keyText } from "../../../lib/api/object.ts";
import { directRoute } from "../../../runtime/adapters/agents/pod-addresses.ts";
import { podHosting } from "../../../runtime/composition/pod-hosting.ts";
import type { World } from "../../../runtime/composition/world.ts";
import { ObjectCache } from "../../../runtime/controller/object-cache.ts";
import type { ListOptions, Page, Store } from "../../../runtime/ports/store.ts";
import { AGENT_NAMESPACE_INDEX } from "../../../runtime/tasks/task-router.ts";
import { anAgent } from "../../support/a-local-host.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeTimers } from "../../support/fake-timers.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { until } from "../../support/until.ts";

const test = suite("podHosting");

const fails = {
  onListenerError: (error: unknown) => {
    throw error;
  },
};
const listed = (kind: string, { namespace = "everywhere", labelSelector = "" }: ListOptions) =>
  `${kind} in ${namespace} with ${labelSelector}`;

/** A secret that agents may use, or the one of an agent's task token. */
function aSecret(name: string, metadata: object = {}): Secret {
  const meta = {
    namespace: "default",
    name,
    uid: name,
    resourceVersion: "1",
    creationTimestamp: "",
    ...metadata,
  };
  return { apiVersion: "v1", kind: "Secret", metadata: meta, data: { apiKey: "c2VjcmV0" } } as Secret;
}

/** Hosting on a cluster that answers lists with what a test gives, and whose watches say nothing. */
function aHosting({
  namespaces,
  keys = [],
}: {
  namespaces?: readonly string[];
  keys?: readonly Secret[];
} = {}) {
  const timers = new FakeTimers(new FakeClock());
  const lists: string[] = [];
  const store = {
    list: async ({ kind }: { kind: string }, options: ListOptions): Promise<Page<never>> => {
      lists.push(listed(kind, options));
      const items = kind === "Secret" ? keys.filter(({ metadata }) => metadata.namespace === "default") : [];
      return { items: items as never[], resourceVersion: "1" };
    },
    async *watch(_type: unknown, { signal }: { signal: AbortSignal }) {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
  } as unknown as Store;
  const agents = new ObjectCache<Agent>({
    ...fails,
    indexes: { [AGENT_NAMESPACE_INDEX]: ({ metadata }) => [metadata.namespace ?? ""] },
  });
  const secrets = new ObjectCache<Secret>(fails);
  const hosting = podHosting({
    image: "tocsin:0.1.0",
    pullSecrets: [],
    senders: { operatorNamespace: "ops", isProxied: false },
    route: directRoute,
    store,
    world: { agents, secrets } as unknown as World,
    recorder: { record: () => undefined },
    clock: new FakeClock(),
    timers,
    random: { bytes: (count: number) => new Uint8Array(count) } as never,
    logger: new SilentLogger(),
    namespaces,
    providerBaseURL: undefined,
    modelOverride: undefined,
  });
  const end = new AbortController();
  const running = hosting.run(end.signal);
  return {
    hosting,
    agents,
    secrets,
    timers,
    lists,
    async [Symbol.asyncDispose]() {
      end.abort();
      await running;
      await hosting.stop(0);
    },
  };
}

test("reads what bears an agent's label, and the Secrets that may be used, everywhere", async () => {
  await using hosted = aHosting();
  await hosted.hosting.whenSynced;
  assert.equal([...hosted.lists].sort(), [
    "Deployment in everywhere with tocsin.dev/agent",
    "Pod in everywhere with tocsin.dev/agent",
    "Secret in everywhere with tocsin.dev/provider-key=true",
  ]);
});

test("reads nothing but the namespaces that are served", async () => {
  await using hosted = aHosting({ namespaces: ["team-a", "team-b"] });
  await hosted.hosting.whenSynced;
  assert.is(hosted.lists.length, 6);
  assert.equal(
    hosted.lists.filter((each) => !/ in team-[ab] with /.test(each)),
    [],
  );
});

test("has agents looked at when a key of their namespace or their own task Secret changes", async () => {
  await using hosted = aHosting({ keys: [aSecret("tocsin-provider")] });
  const { hosting, agents, secrets, timers } = hosted;
  const asked: string[] = [];
  agents.upsert(anAgent());
  const elsewhere = anAgent({}, "reader", "another");
  agents.upsert({ ...elsewhere, metadata: { ...elsewhere.metadata, namespace: "elsewhere" } });
  const stop = hosting.onAgent((key) => asked.push(keyText(key)));
  await until(timers, () => asked.length > 0);
  assert.equal(asked.splice(0), ["default/writer"]);

  const owner = { apiVersion: "v1", kind: "Agent", name: "writer", uid: "u" };
  secrets.upsert(aSecret("writer-tasks", { ownerReferences: [owner] }));
  secrets.upsert(aSecret("bell-webhook-token", { ownerReferences: [{ ...owner, kind: "AgentEvent" }] }));
  assert.equal(asked.splice(0), ["default/writer"]);

  stop();
  secrets.remove({ namespace: "default", name: "writer-tasks" });
  assert.equal(asked, []);
});

test.run();
