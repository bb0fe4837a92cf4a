import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Status, statusRefusal } from "../../../../runtime/adapters/kubernetes/status-refusal.ts";

const test = suite("statusRefusal");
const named = { name: "bell" };

const cases: readonly {
  readonly name: string;
  readonly code: number;
  readonly status?: Status;
  readonly isWrite?: boolean;
  readonly reason: string;
  readonly isQuota?: boolean;
}[] = [
  {
    name: "an object that is not there",
    code: 404,
    status: { reason: "NotFound", details: named },
    reason: "NotFound",
  },
  {
    name: "a kind that is not served",
    code: 404,
    status: { reason: "NotFound", details: {} },
    reason: "ServiceUnavailable",
  },
  { name: "a path that nobody serves", code: 404, reason: "ServiceUnavailable" },
  { name: "a name that is taken", code: 409, status: { reason: "AlreadyExists" }, reason: "AlreadyExists" },
  { name: "a version that is old", code: 409, status: { reason: "Conflict" }, reason: "Conflict" },
  { name: "a conflict of a kind unknown", code: 409, reason: "Conflict" },
  { name: "an expired version", code: 410, status: { reason: "Expired" }, reason: "Expired" },
  { name: "a version from the time before", code: 410, status: { reason: "Gone" }, reason: "Expired" },
  {
    name: "a version that is yet to come",
    code: 504,
    status: {
      reason: "Timeout",
      details: { causes: [{ reason: "ResourceVersionTooLarge", message: "Too large" }] },
    },
    reason: "Expired",
  },
  {
    name: "RBAC",
    code: 403,
    status: { reason: "Forbidden", message: "is forbidden: User x" },
    reason: "Forbidden",
  },
  {
    name: "a quota",
    code: 403,
    status: { reason: "Forbidden", message: 'agentruns "x" is forbidden: exceeded quota: few' },
    reason: "Forbidden",
    isQuota: true,
  },
  { name: "too many requests", code: 429, status: { reason: "TooManyRequests" }, reason: "TooManyRequests" },
  { name: "an object too large for the server", code: 413, reason: "Invalid" },
  {
    name: "an object too large for etcd",
    code: 500,
    status: { reason: "InternalError", message: "etcdserver: request is too large" },
    isWrite: true,
    reason: "Invalid",
  },
  { name: "a write that failed in the server", code: 500, isWrite: true, reason: "Timeout" },
  { name: "a read that failed in the server", code: 500, isWrite: false, reason: "ServiceUnavailable" },
  { name: "a write that a gateway lost", code: 502, isWrite: true, reason: "Timeout" },
  { name: "a server that does not take more", code: 503, isWrite: true, reason: "ServiceUnavailable" },
  { name: "a write not answered in time", code: 504, isWrite: true, reason: "Timeout" },
  { name: "a token that is not known", code: 401, reason: "Unauthorized" },
  { name: "a body that is none", code: 415, reason: "BadRequest" },
];
for (const { name, code, status = {}, isWrite = false, reason, isQuota = false } of cases) {
  test(`tells ${name}`, () => {
    const error = statusRefusal({ code, status, isWrite });
    assert.is(error.reason, reason);
    assert.is(error.isQuota, isQuota);
  });
}

test("says how long to wait, by the body or else the header", () => {
  const status = { details: { retryAfterSeconds: 3 } };
  assert.is(statusRefusal({ code: 429, status, isWrite: true, retryAfterMs: 9_000 }).retryAfterMs, 3_000);
  assert.is(statusRefusal({ code: 429, status: {}, isWrite: true, retryAfterMs: 9_000 }).retryAfterMs, 9_000);
  assert.is(statusRefusal({ code: 429, status: {}, isWrite: true }).retryAfterMs, undefined);
});

test("keeps the causes that name a flaw, and no more than can be read", () => {
  const flaw = { field: "spec.cron", reason: "FieldValueInvalid", message: "must be five fields" };
  const aside = { field: "<nil>", reason: "x", message: "some validation rules were not checked because" };
  const causes = [flaw, aside, ...Array.from({ length: 500 }, () => flaw)];
  const error = statusRefusal({
    code: 422,
    status: { reason: "Invalid", message: "m".repeat(1e6), details: { causes } },
    isWrite: true,
  });
  assert.equal(error.causes[0], flaw);
  assert.ok(error.causes.every(({ message }) => message === flaw.message));
  assert.ok(error.causes.length <= 100 && error.message.length < 5_000);
});

test.run();
