import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LiveTask } from "../../../../runtime/http/agent/live-task.ts";
import { workOnTask } from "../../../../runtime/http/agent/work-on-task.ts";
import { ModelError, ModelErrorReason } from "../../../../runtime/ports/model.ts";
import { FakeModel } from "../../../support/fake-model.ts";
import { MemoryMetrics } from "../../../support/memory-metrics.ts";
import { SilentLogger } from "../../../support/silent-logger.ts";

const test = suite("workOnTask");

/** How a task ends whose model throws this. */
async function endingAfter(error: Error) {
  const model = new FakeModel();
  model.speak = () => {
    throw error;
  };
  const task = new LiveTask("t");
  const worker = { agent: "writer", model: "m", systemPrompt: undefined };
  await workOnTask(task, "hello", worker, {
    model,
    metrics: new MemoryMetrics(),
    logger: new SilentLogger(),
  });
  return task.progress.ending;
}

const cases: [reason: ModelErrorReason, mayAnotherAgentSucceed: boolean][] = [
  [ModelErrorReason.tls, true],
  [ModelErrorReason.unauthorized, true],
  [ModelErrorReason.rejected, false],
  [ModelErrorReason.refused, false],
];
for (const [reason, isRetryable] of cases) {
  test(`a task that ends with ${reason} is ${isRetryable ? "" : "not "}worth an attempt elsewhere`, async () => {
    const ending = await endingAfter(new ModelError(reason, "told to fail", { isRetryable: false }));
    assert.equal(ending, { type: "failure", reason, message: "told to fail", isRetryable });
  });
}

test("keeps the message of an unknown error to itself", async () => {
  const ending = await endingAfter(new Error("sk-secret"));
  assert.is(ending?.type === "failure" && ending.reason, ModelErrorReason.failed);
  assert.not.match(JSON.stringify(ending), "sk-secret");
});

test.run();
