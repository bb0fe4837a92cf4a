import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  AgentDocumentError,
  agentDocument,
  parseAgentDocument,
} from "../../../../runtime/domain/agent/agent-document.ts";
import { anAgent } from "../../../support/a-local-host.ts";

const documents = suite("agentDocument");

documents("comes back as it was, whatever the prompt holds", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.option(fc.string()), (systemPrompt, model) => {
      const document = agentDocument(anAgent({ systemPrompt }), "http://p.example/v1", model ?? undefined);
      assert.equal(parseAgentDocument(JSON.stringify(document)), JSON.parse(JSON.stringify(document)));
      assert.is(document.spec.model, model ?? "m-1");
    }),
  );
});

documents.run();

const parse = suite("parseAgentDocument");
const good = agentDocument(anAgent(), "http://user:hunter2@p.example/v1", undefined);

for (const [name, text] of [
  ["nothing", ""],
  ["no JSON", "{"],
  ["no object", "null"],
  ["no spec", JSON.stringify({ ...good, spec: undefined })],
  ["no model", JSON.stringify({ ...good, spec: { ...good.spec, model: undefined } })],
  ["no bound of tasks", JSON.stringify({ ...good, spec: { ...good.spec, maxConcurrentTasks: "4" } })],
  ["no probe", JSON.stringify({ ...good, spec: { ...good.spec, livenessProbe: undefined } })],
  ["no address", JSON.stringify({ ...good, baseURL: "hunter2" })],
  ["no name", JSON.stringify({ ...good, agent: 1 })],
] as const) {
  parse(`refuses a document with ${name}, and does not quote it`, () => {
    assert.throws(
      () => parseAgentDocument(text),
      (error: unknown) => error instanceof AgentDocumentError && !error.message.includes("hunter2"),
    );
  });
}

parse.run();
