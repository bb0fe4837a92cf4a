import { suite } from "uvu";
import * as assert from "uvu/assert";
import { agentService } from "../../../../runtime/domain/agent/agent-service.ts";
import { anAgent } from "../../../support/a-local-host.ts";

const test = suite("agentService");

test("is headless and leads to the agent's pods", () => {
  const { apiVersion, kind, metadata, spec } = agentService(anAgent());
  assert.equal([apiVersion, kind, metadata.name], ["v1", "Service", "writer-agent"]);
  assert.is(metadata.ownerReferences?.[0]?.uid, "uid-of-writer");
  assert.equal(spec, {
    clusterIP: "None",
    selector: { "tocsin.dev/agent": "writer" },
    ports: [{ name: "http", port: 8080, targetPort: "http", protocol: "TCP" }],
  });
});

test.run();
