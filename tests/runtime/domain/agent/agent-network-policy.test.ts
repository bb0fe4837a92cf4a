import { suite } from "uvu";
import * as assert from "uvu/assert";
import { agentNetworkPolicy } from "../../../../runtime/domain/agent/agent-network-policy.ts";
import { anAgent } from "../../../support/a-local-host.ts";

const test = suite("agentNetworkPolicy");
const ports = [{ port: 8080, protocol: "TCP" }];

test("lets the operator's pods reach the agent's port, and nobody else anything", () => {
  const { metadata, spec } = agentNetworkPolicy(anAgent(), { operatorNamespace: "ops", isProxied: false });
  assert.is(metadata.name, "writer-agent");
  assert.equal(spec, {
    podSelector: { matchLabels: { "tocsin.dev/agent": "writer" } },
    policyTypes: ["Ingress"],
    ingress: [
      {
        // One entry with both: pods of the operator's namespace, not pods so labelled or namespaces so named.
        from: [
          {
            namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "ops" } },
            podSelector: { matchLabels: { "app.kubernetes.io/name": "tocsin-operator" } },
          },
        ],
        ports,
      },
    ],
  });
});

test("lets readers of metrics in as well, where it is told of them", () => {
  const senders = { operatorNamespace: "ops", isProxied: false, metricsNamespaces: ["monitoring"] };
  const [rule] = agentNetworkPolicy(anAgent(), senders).spec.ingress;
  assert.equal(rule?.from?.slice(1), [
    { namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "monitoring" } } },
  ]);
  assert.equal(rule?.ports, ports);
});

test("opens the agent's port, and no other, where tasks come through the API server", () => {
  const { spec } = agentNetworkPolicy(anAgent(), { operatorNamespace: "ops", isProxied: true });
  assert.equal(spec.ingress, [{ ports }]);
});

test.run();
