import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rejectedTask } from "../../../../runtime/domain/task/task-event.ts";

const test = suite("rejectedTask");

test("is a failure that no other attempt heals, and says why", () => {
  assert.equal(rejectedTask("id has to be shorter"), {
    type: "failure",
    reason: "TaskRejected",
    message: "the pod rejected the task: id has to be shorter",
    isRetryable: false,
  });
});

test.run();
