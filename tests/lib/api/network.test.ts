import { suite } from "uvu";
import * as assert from "uvu/assert";
import { taskSecretName, tokenSecretName } from "../../../lib/api/keys.ts";
import {
  AGENT_PORT,
  clusterInternalBaseURL,
  firePath,
  runPath,
  WEBHOOK_PORT,
} from "../../../lib/api/network.ts";

const test = suite("firePath");

test("is the specification's", () => {
  assert.is(firePath("prod", "bell"), "/triggers/prod/bell/fire");
  assert.is(runPath("prod", "bell", "bell-abc"), "/triggers/prod/bell/runs/bell-abc");
  assert.is(WEBHOOK_PORT, 8092);
  assert.is(AGENT_PORT, 8080);
});

test("lies under the operator's Service", () => {
  const base = clusterInternalBaseURL("tocsin-operator", "tocsin-system");
  assert.is(base, "http://tocsin-operator.tocsin-system.svc.cluster.local:8092");
});

test("goes with Secrets that are named after their owners", () => {
  assert.is(tokenSecretName("bell"), "bell-webhook-token");
  assert.is(taskSecretName("writer"), "writer-tasks");
});

test.run();
