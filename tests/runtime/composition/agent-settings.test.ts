import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AGENT_SETTINGS, readAgentSettings } from "../../../runtime/composition/agent-settings.ts";
import { SettingError } from "../../../runtime/composition/settings.ts";
import { agentPodTemplate } from "../../../runtime/domain/agent/agent-pod-template.ts";
import { anAgent } from "../../support/a-local-host.ts";

const test = suite("readAgentSettings");
const pod = { POD_NAME: "writer-agent-1", POD_UID: "u-1" };

test("takes what the Deployment tells it", () => {
  assert.equal(readAgentSettings({ ...pod, POD_IP: "10.0.0.7" }), {
    pod: "writer-agent-1",
    podUID: "u-1",
    folder: "/etc/tocsin",
    listenAddress: "0.0.0.0",
    logLevel: "info",
  });
});

test("listens by IPv6 where the pod has such an address", () => {
  assert.is(readAgentSettings({ ...pod, POD_IP: "fd00::7" }).listenAddress, "::");
});

test("takes what it is told otherwise", () => {
  const told = { TOCSIN_LISTEN: "127.0.0.9", TOCSIN_AGENT_FOLDER: "/elsewhere", TOCSIN_LOG_LEVEL: "debug" };
  const { listenAddress, folder, logLevel } = readAgentSettings({ ...pod, ...told });
  assert.equal([listenAddress, folder, logLevel], ["127.0.0.9", "/elsewhere", "debug"]);
});

for (const [name, environment] of [
  ["POD_NAME", { ...pod, POD_NAME: "" }],
  ["POD_UID", { POD_NAME: "writer-agent-1" }],
  ["TOCSIN_LOG_LEVEL", { ...pod, TOCSIN_LOG_LEVEL: "loud" }],
] as const) {
  test(`names ${name} where that can't be used`, () => {
    assert.throws(
      () => readAgentSettings(environment),
      (error: unknown) => error instanceof SettingError && error.message.includes(name),
    );
  });
}

test("knows every variable that the Deployment sets", () => {
  const known = AGENT_SETTINGS.map(({ name }) => name);
  const template = agentPodTemplate(anAgent(), { image: "i", baseURL: "http://p.example" });
  for (const { name } of template.spec.containers[0]?.env ?? []) assert.ok(known.includes(name), name);
});

test.run();
