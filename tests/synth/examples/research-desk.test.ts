import { App, Testing } from "cdk8s";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ResearchDesk } from "../../../synth/examples/research-desk.ts";
import { onlyManifest } from "../../support/a-chart.ts";

const test = suite("ResearchDesk");

const chart = new ResearchDesk(new App(), "research-desk", { model: "some-model" });
const manifests = Testing.synth(chart) as { kind: string; metadata: { name: string }; spec: never }[];

type Team = {
  steps: { name: string; dependsOn?: string[]; service: string }[];
  output: string;
  input: object;
};
const team = onlyManifest(chart, "AgentTeam").spec as Team;

test("criticises and writes at the same time, between research and what is said", () => {
  assert.equal(
    team.steps.map(({ name, dependsOn }) => [name, dependsOn]),
    [
      ["research", undefined],
      ["critique", ["research"]],
      ["write", ["research"]],
      ["say", ["write", "critique"]],
    ],
  );
});

test("shows every step in its output", () => {
  for (const { name } of team.steps) assert.ok(team.output.includes(`{{ .steps.${name}.output }}`), name);
});

test("has defaults for its input, which the webhook's body overrides", () => {
  assert.equal(Object.keys(team.input).sort(), ["format", "topic"]);
  const { source, targets } = onlyManifest(chart, "AgentEvent").spec as {
    source: object;
    targets: { team: string; input: Record<string, string> }[];
  };
  assert.equal(source, { type: "webhook" });
  assert.is(onlyManifest(chart, "AgentEvent").metadata.name, "research");
  assert.equal(targets, [
    {
      team: "research-desk",
      input: {
        topic: '{{ .trigger.body.topic | default "the history of bells" }}',
        format: '{{ .trigger.body.format | default "a short article of three paragraphs" }}',
      },
    },
  ]);
});

test("has an agent a step, each behind a service of its name, all with the model of the settings", () => {
  const agents = manifests.filter(({ kind }) => kind === "Agent");
  assert.equal(
    agents.map(({ metadata }) => metadata.name),
    ["researcher", "critic", "writer", "speaker"],
  );
  for (const { spec } of agents) assert.is((spec as { model: string }).model, "some-model");
  assert.equal(
    new Set(team.steps.map(({ service }) => service)),
    new Set(agents.map(({ metadata }) => metadata.name)),
  );
});

test("checks the sense of the critic's answers alone", () => {
  const probes = manifests
    .filter(({ kind }) => kind === "Agent")
    .map(({ metadata, spec }) => [metadata.name, (spec as { livenessProbe?: object }).livenessProbe]);
  assert.equal(Object.fromEntries(probes), {
    researcher: undefined,
    critic: { type: "semantic", intervalSeconds: 5 },
    writer: undefined,
    speaker: undefined,
  });
});

test.run();
