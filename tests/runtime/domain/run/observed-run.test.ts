import { suite } from "uvu";
import * as assert from "uvu/assert";
import { dataOf, isReady } from "../../../../runtime/domain/run/observed-run.ts";
import { aRun } from "../../../support/builders/a-run.ts";
import { aStep, aTeamSpec } from "../../../support/builders/a-team.ts";

const data = suite("dataOf");

data("shows templates the input and the outputs so far", () => {
  const run = aRun("run", { spec: { input: { topic: "news" } } });
  const steps = [
    { name: "read", phase: "Succeeded" as const, output: "text" },
    { name: "empty", phase: "Succeeded" as const, output: "" },
    { name: "write", phase: "Pending" as const, error: "secret" },
  ];
  assert.equal(dataOf(run, steps), {
    input: { topic: "news" },
    steps: { read: { output: "text" }, empty: { output: "" } },
  });
});

data.run();

const ready = suite("isReady");

ready("is so once everything that a step depends on has succeeded", () => {
  const step = aStep("write", { dependsOn: ["a", "b"] });
  const at = (a: "Succeeded" | "Failed" | "Running", b: "Succeeded" | "Pending") =>
    isReady(
      {
        run: aRun("run"),
        spec: aTeamSpec(),
        steps: [
          { name: "a", phase: a },
          { name: "b", phase: b },
        ],
      },
      step,
    );
  assert.ok(at("Succeeded", "Succeeded"));
  assert.not.ok(at("Succeeded", "Pending"));
  assert.not.ok(at("Failed", "Succeeded"));
  assert.not.ok(at("Running", "Succeeded"));
});

ready.run();
