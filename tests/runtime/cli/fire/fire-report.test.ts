import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fireReport } from "../../../../runtime/cli/fire/fire-report.ts";

const runs = [
  { team: "writers", runName: "alarm-a" },
  { team: "readers", runName: "alarm-b" },
];
const report = (code: number, body: unknown) =>
  fireReport({ code, body, event: "alarm", sameFlags: " -n there" });

const test = suite("fireReport");

test("names the runs of a fire that is stored", () => {
  assert.equal(report(202, { taskID: "T", fired: true, runs }), {
    output: "alarm-a\nalarm-b",
    lines: ["Fired, task T. Follow it: tocsin watch alarm-a -n there"],
    exitCode: 0,
  });
});

test("gives the output of a run that succeeded, as it is", () => {
  const body = { status: "succeeded", output: "done \x1b[1m", runName: "alarm-a", runs };
  assert.equal(report(200, body), { output: "done \x1b[1m", lines: [], exitCode: 0 });
});

test("says why a run failed", () => {
  const body = {
    status: "failed",
    output: "",
    error: "writers: \x1b[2Jstep write\nfailed",
    runName: "alarm-a",
  };
  assert.equal(report(200, body), {
    output: undefined,
    lines: [
      "tocsin: the run alarm-a failed: writers: step write failed",
      "See its steps: tocsin show alarm-a -n there",
    ],
    exitCode: 1,
  });
});

test("says how to follow a run that goes on", () => {
  const body = { status: "running", runName: "alarm-a", error: "no end within 60s", code: "Timeout" };
  for (const code of [504, 200]) {
    assert.equal(report(code, body), {
      output: undefined,
      lines: [
        "tocsin: the run alarm-a goes on: no end within 60s",
        "Follow it: tocsin watch alarm-a -n there",
      ],
      exitCode: 124,
    });
  }
});

test("takes a skip for an answer, but not where an output was waited for", () => {
  const body = { fired: false, skipped: true, reason: "a run is active", blockedBy: "alarm-a" };
  const lines = [
    "tocsin: not fired: a run is active",
    "See what is in the way: tocsin show alarm-a -n there",
  ];
  assert.equal(report(200, body), { output: undefined, lines, exitCode: 0 });
  assert.equal(report(409, body), { output: undefined, lines, exitCode: 3 });
});

const REFUSALS: readonly (readonly [code: number, body: unknown, line: string, exitCode: number])[] = [
  [
    400,
    { detail: "the body is no JSON", code: "InvalidBody", requestId: "r1" },
    "the body is no JSON (InvalidBody, request r1)",
    2,
  ],
  [422, { detail: "no field topic", code: "TemplateFailed" }, "no field topic (TemplateFailed)", 2],
  [401, { detail: "no token", code: "Unauthorized" }, "no token (Unauthorized)", 3],
  [404, { detail: "nothing here", code: "NotFound" }, "nothing here (NotFound)", 2],
  [429, { detail: "too many", code: "RateLimited" }, "too many (RateLimited)", 3],
  [503, { detail: "suspended", code: "EventSuspended" }, "suspended (EventSuspended)", 3],
  [502, undefined, "the webhook endpoint answered 502", 3],
  [200, "a page", "the webhook endpoint answered 200", 3],
];
for (const [code, body, line, exitCode] of REFUSALS) {
  test(`tells of ${code} ${line}`, () => {
    const told = report(code, body);
    assert.is(told.lines[0], `tocsin: not fired: ${line}`);
    assert.is(told.lines.length, 2);
    assert.is(told.exitCode, exitCode);
    assert.is(told.output, undefined);
  });
}

test("says how a suspended event fires again", () => {
  const { lines } = report(503, { detail: "suspended", code: "EventSuspended" });
  assert.is(lines.at(-1), "Let it fire again: tocsin resume alarm -n there");
});

test.run();
