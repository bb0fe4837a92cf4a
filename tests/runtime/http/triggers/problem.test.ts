import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  Problem,
  ProblemCode,
  problemResponse,
  retryAfter,
} from "../../../../runtime/http/triggers/problem.ts";

const responses = suite("problemResponse");

responses("has the members of RFC 9457, a code and the request's id", async () => {
  const problem = new Problem(422, ProblemCode.fireTooLarge, "send less", {
    headers: { "X-Extra": "1" },
    extra: { taskID: "t" },
  });
  const response = problemResponse(problem, "r-1");
  assert.is(response.status, 422);
  assert.is(response.headers.get("content-type"), "application/problem+json");
  assert.is(response.headers.get("x-request-id"), "r-1");
  assert.is(response.headers.get("x-extra"), "1");
  assert.equal(await response.json(), {
    type: "about:blank",
    title: "Unprocessable Content",
    status: 422,
    detail: "send less",
    code: "FireTooLarge",
    requestId: "r-1",
    taskID: "t",
  });
});

responses.run();

const waits = suite("retryAfter");

for (const [waitMs, seconds] of [
  [0, "1"],
  [1, "1"],
  [1_000, "1"],
  [1_001, "2"],
  [59_999.5, "60"],
] as const) {
  waits(`says ${seconds} for ${waitMs} ms`, () => {
    assert.equal(retryAfter(waitMs), { "Retry-After": seconds });
  });
}

waits.run();
