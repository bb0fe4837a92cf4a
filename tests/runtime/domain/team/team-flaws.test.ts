import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentTeamSpec } from "../../../../lib/api/agent-team.ts";
import { firstTeamFlaw, serviceIsMissing } from "../../../../runtime/domain/team/team-flaws.ts";
import { aStep, aTeamSpec } from "../../../support/builders/a-team.ts";

const read = aStep("read");
const write = aStep("write", { dependsOn: ["read"], prompt: "{{ .input.topic }} {{ .steps.read.output }}" });

const flaws = suite("firstTeamFlaw");

flaws("finds nothing wrong with a sound team", () => {
  assert.is(
    firstTeamFlaw(aTeamSpec({ steps: [read, write], output: "{{ .steps.write.output }}" })),
    undefined,
  );
});

const broken: [name: string, spec: Partial<AgentTeamSpec>, reason: string, message: RegExp][] = [
  [
    "a cycle",
    { steps: [aStep("a", { dependsOn: ["b"] }), aStep("b", { dependsOn: ["a"] })] },
    "DependencyCycle",
    /a → b → a/,
  ],
  [
    "a prompt's syntax",
    { steps: [aStep("a", { prompt: "{{ .input" })] },
    "InvalidTemplate",
    /^spec\.steps\[0\]\.prompt \(step a\): line 1/,
  ],
  [
    "a prompt that reads a step it does not depend on",
    { steps: [read, { ...write, dependsOn: [] }] },
    "InvalidTemplate",
    /spec\.steps\[1\]\.prompt/,
  ],
  [
    "an output that reads a step that is none",
    { output: "{{ .steps.other.output }}" },
    "InvalidTemplate",
    /^spec\.output: /,
  ],
];
for (const [name, spec, reason, message] of broken) {
  flaws(`finds ${name}`, () => {
    const flaw = firstTeamFlaw(aTeamSpec(spec));
    assert.is(flaw?.reason, reason);
    assert.match(flaw?.message ?? "", message);
  });
}

flaws.run();

const services = suite("serviceIsMissing");

services("names the first step whose service does not exist", () => {
  const spec = aTeamSpec({ steps: [aStep("a"), aStep("b", { service: "gone" })] });
  assert.is(
    serviceIsMissing(spec, () => true),
    undefined,
  );
  const flaw = serviceIsMissing(spec, (name) => name === "desk");
  assert.is(flaw?.reason, "ServiceNotFound");
  assert.match(flaw?.message ?? "", /^spec\.steps\[1\]\.service: .*"gone"/);
});

services.run();
