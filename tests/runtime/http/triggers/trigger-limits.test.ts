import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DEFAULT_SERVER_LIMITS } from "../../../../runtime/http/server/server-limits.ts";
import { connectionsFor, DEFAULT_TRIGGER_LIMITS } from "../../../../runtime/http/triggers/trigger-limits.ts";

const test = suite("connectionsFor");

test("takes as many connections as any server of the project by default", () => {
  assert.is(connectionsFor(DEFAULT_TRIGGER_LIMITS), DEFAULT_SERVER_LIMITS.maxConnections);
});

test("leaves room for others beside all that may wait or stream", () => {
  const limits = { ...DEFAULT_TRIGGER_LIMITS, maxWaiters: 6_000, maxStreams: 500 };
  assert.ok(connectionsFor(limits) >= 6_000 + 500 + 1_000);
});

test.run();
