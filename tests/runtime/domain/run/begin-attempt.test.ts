import { suite } from "uvu";
import * as assert from "uvu/assert";
import { beginAttempt, taskIDOf } from "../../../../runtime/domain/run/begin-attempt.ts";
import { aRun } from "../../../support/builders/a-run.ts";
import { after, STARTED_AT } from "../../../support/builders/an-observed-run.ts";

const run = aRun("run");
const pod = { pod: "desk-1", podUID: "pod-uid" };

const begins = suite("beginAttempt");

begins("writes down the pod, the attempt and the task before anything is sent", () => {
  const status = {
    phase: "Running",
    steps: [
      { name: "read", phase: "Pending" },
      { name: "write", phase: "Pending" },
    ],
  } as const;
  const begun = beginAttempt(run, { ...status, steps: [...status.steps] }, { step: "write", pod }, after(0));
  const taskID = taskIDOf("run-uid", "write", 1);
  const times = { startedAt: STARTED_AT, attemptedAt: STARTED_AT };
  assert.equal(begun.steps, [
    { name: "read", phase: "Pending" },
    { name: "write", phase: "Running", attempts: 1, taskID, ...pod, ...times },
  ]);
});

begins("keeps when the first attempt began, and names each attempt anew", () => {
  const step = { name: "write", phase: "Pending" as const, attempts: 2, startedAt: STARTED_AT, error: "no" };
  const [begun] = beginAttempt(run, { steps: [step] }, { step: "write", pod }, after(60)).steps ?? [];
  assert.equal(
    [begun?.attempts, begun?.startedAt, begun?.attemptedAt],
    [3, STARTED_AT, after(60).toISOString()],
  );
  assert.is(begun?.taskID, taskIDOf("run-uid", "write", 3));
});

begins.run();

const ids = suite("taskIDOf");

ids("gives the same attempt the same id for ever", () => {
  assert.is(taskIDOf("run-uid", "write", 1), "0fb4d8e2a590a6ed932072370fa100dfd3870072");
});

ids("tells runs, steps and attempts apart", () => {
  const all = [
    taskIDOf("r", "s", 1),
    taskIDOf("r", "s", 2),
    taskIDOf("r", "t", 1),
    taskIDOf("q", "s", 1),
    taskIDOf("r", "s", 11),
  ];
  assert.is(new Set(all).size, all.length);
});

ids.run();
