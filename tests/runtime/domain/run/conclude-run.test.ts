import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MAX_RUN_OUTPUT_BYTES, type StepStatus } from "../../../../lib/api/agent-run.ts";
import { concludeRun, timeOutRun } from "../../../../runtime/domain/run/conclude-run.ts";
import { aStep, aTeamSpec } from "../../../support/builders/a-team.ts";
import { after, aRunningStep, observeRun } from "../../../support/builders/an-observed-run.ts";

const steps = [aStep("read"), aStep("write", { dependsOn: ["read"] })];
const done = (name: string, output: string): StepStatus => ({ name, phase: "Succeeded", output });

function conclude(statuses: StepStatus[], output?: string) {
  const spec = aTeamSpec({ steps, ...(output === undefined ? {} : { output }) });
  const observed = observeRun({ spec, steps: statuses, input: { topic: "news" } });
  return concludeRun(observed, observed.run.status ?? {}, after(9));
}
const reasonOf = (status: { readonly conditions?: readonly { readonly reason: string }[] | undefined }) =>
  status.conditions?.[0]?.reason;

const concludes = suite("concludeRun");

concludes("succeeds with the output of the last step", () => {
  const status = conclude([done("read", "a"), done("write", "b")]);
  assert.equal([status.phase, status.output, reasonOf(status)], ["Succeeded", "b", "Succeeded"]);
  assert.is(status.completedAt, after(9).toISOString());
});

concludes("succeeds with what the team makes of inputs and outputs", () => {
  const status = conclude(
    [done("read", "a"), done("write", "b")],
    "{{ .input.topic }}: {{ .steps.read.output }}",
  );
  assert.is(status.output, "news: a");
});

concludes("fails with every step that failed and why", () => {
  const failed: StepStatus = { name: "read", phase: "Failed", error: "no answer" };
  const status = conclude([failed, { name: "write", phase: "Skipped" }]);
  assert.equal([status.phase, reasonOf(status), status.output], ["Failed", "StepFailed", undefined]);
  assert.is(status.error, "step read failed: no answer");
});

concludes("fails where the output can't be rendered", () => {
  const status = conclude([done("read", "a"), done("write", "b")], "{{ .input.missing }}");
  assert.equal([status.phase, reasonOf(status)], ["Failed", "TemplateFailed"]);
  assert.match(status.error ?? "", /^spec\.output of the team: line 1/);
});

concludes("fails where the output is larger than a run's may be, and cuts nothing", () => {
  const large = "x".repeat(MAX_RUN_OUTPUT_BYTES / 4);
  const output = "{{ .steps.read.output }}".repeat(5);
  const status = conclude([done("read", large), done("write", "b")], output);
  assert.equal([status.phase, status.output, reasonOf(status)], ["Failed", undefined, "OutputTooLarge"]);
});

concludes("fails where the output does not fit beside those of the steps", () => {
  const many = Array.from({ length: 15 }, (_, index) => `s${index}`);
  const spec = aTeamSpec({
    steps: many.map((name) => aStep(name)),
    output: "{{ .steps.s0.output }}".repeat(4),
  });
  const statuses = many.map((name) => done(name, "x".repeat(64_000)));
  const observed = observeRun({ spec, steps: statuses });
  const status = concludeRun(observed, observed.run.status ?? {}, after(9));
  assert.equal([status.phase, status.output, reasonOf(status)], ["Failed", undefined, "OutputTooLarge"]);
  assert.is(status.steps?.[0]?.output?.length, 64_000, "what fits is kept");
});

concludes.run();

const times = suite("timeOutRun");

times("fails what had its turn, skips what depends on that, and keeps what has succeeded", () => {
  const spec = aTeamSpec({
    steps: [
      aStep("done"),
      aStep("running"),
      aStep("waiting", { dependsOn: ["done"] }),
      aStep("later", { dependsOn: ["running"] }),
    ],
    timeoutSeconds: 5,
  });
  const statuses: StepStatus[] = [
    done("done", "a"),
    aRunningStep("running"),
    { name: "waiting", phase: "Pending", retryAt: after(4).toISOString() },
    { name: "later", phase: "Pending" },
  ];
  const observed = observeRun({ spec, steps: statuses });
  const status = timeOutRun(observed, observed.run.status ?? {}, after(5));
  assert.equal(
    status.steps?.map(({ phase }) => phase),
    ["Succeeded", "Failed", "Failed", "Skipped"],
  );
  assert.ok(status.steps?.every(({ retryAt }) => retryAt === undefined));
  assert.equal(
    [status.phase, reasonOf(status), status.error],
    ["Failed", "TimedOut", "the run did not end within 5 s"],
  );
});

times.run();
