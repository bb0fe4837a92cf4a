import { Duration } from "cdk8s";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentPool } from "../../../lib/teams/agent-pool.ts";
import { InvalidConstructError } from "../../../lib/teams/invalid-construct-error.ts";
import { Team } from "../../../lib/teams/team.ts";
import { aChart, onlyManifest } from "../../support/a-chart.ts";

const test = suite("Team");

/** What the constructor throws, as a message. */
function flawOf(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    if (error instanceof InvalidConstructError) return error.message;
    throw error;
  }
  throw new Error("nothing was thrown");
}

test("makes an AgentTeam with what was given, and leaves the rest to the API server", () => {
  const chart = aChart();
  const pool = new AgentPool(chart, "writer", { model: "m" });
  new Team(chart, "desk", {
    input: { topic: "bells" },
    steps: {
      draft: {
        service: pool,
        prompt: ({ input }) => `Write about ${input.topic}`,
        timeout: Duration.minutes(2),
      },
      polish: { service: "editors", prompt: ({ steps }) => `Polish ${steps.draft.output}`, retries: 2 },
    },
    output: ({ steps }) => `${steps.polish.output}!`,
    timeout: Duration.hours(1),
    runHistoryLimit: { failed: 7 },
  });
  const { metadata, spec } = onlyManifest(chart, "AgentTeam");
  assert.equal(metadata, { name: "desk" });
  assert.equal(spec, {
    input: { topic: "bells" },
    output: "{{ .steps.polish.output }}!",
    runHistoryLimit: { failed: 7 },
    steps: [
      { name: "draft", service: "writer", prompt: "Write about {{ .input.topic }}", timeoutSeconds: 120 },
      {
        name: "polish",
        service: "editors",
        prompt: "Polish {{ .steps.draft.output }}",
        dependsOn: ["draft"],
        retries: 2,
      },
    ],
    timeoutSeconds: 3600,
  });
});

test("waits for the steps that a prompt names and for those it declares, each once", () => {
  const chart = aChart();
  new Team(chart, "t", {
    steps: {
      a: { service: "s", prompt: "a" },
      b: { service: "s", prompt: "b" },
      c: {
        service: "s",
        dependsOn: ["b"],
        prompt: ({ steps: { a, b } }) => `${a.output}${b.output}${a.output}`,
      },
    },
  });
  const { steps } = onlyManifest(chart, "AgentTeam").spec as { steps: { dependsOn?: string[] }[] };
  assert.equal(
    steps.map(({ dependsOn }) => dependsOn),
    [undefined, undefined, ["b", "a"]],
  );
});

test("hands out references to its input, with and without a default", () => {
  const team = new Team(aChart(), "t", {
    input: { tone: "dry" },
    needs: ["title"],
    steps: { a: { service: "s", prompt: "a" } },
  });
  assert.is(`${team.input.tone} ${team.input.title}`, "{{ .input.tone }} {{ .input.title }}");
  assert.is(`${team.steps.a.output}`, "{{ .steps.a.output }}");
  assert.equal(team.target({ title: team.input.title }), {
    team: "t",
    input: { title: "{{ .input.title }}" },
  });
});

test("takes a name that differs from its id", () => {
  const chart = aChart();
  new Team(chart, "id", { name: "night-desk", steps: { a: { service: "s", prompt: "a" } } });
  assert.is(onlyManifest(chart, "AgentTeam").metadata.name, "night-desk");
});

const one = { a: { service: "s", prompt: "a" } };

for (const [what, make, message] of [
  [
    "a cycle",
    () =>
      new Team(aChart(), "t", {
        steps: {
          a: { service: "s", prompt: "a" },
          b: { service: "s", prompt: "b", dependsOn: ["c"] },
          c: { service: "s", prompt: ({ steps }) => `${steps.b.output}` },
        },
      }),
    "test/t: steps wait for each other, so that none can start: b -> c -> b",
  ],
  [
    "a step that waits for itself",
    () => new Team(aChart(), "t", { steps: { a: { ...one.a, dependsOn: ["a"] } } }),
    "test/t: steps wait for each other, so that none can start: a -> a",
  ],
  [
    "a step written by hand that is none",
    () => new Team(aChart(), "t", { steps: { a: { service: "s", prompt: "{{ .steps.b.output }}" } } }),
    'test/t: step "a" reads the step "b", which is none of a',
  ],
  [
    "an input written by hand that is not declared",
    () => new Team(aChart(), "t", { steps: { a: { service: "s", prompt: "{{ .input.topci }}" } } }),
    'test/t: step "a" reads the input "topci", which the team does not declare',
  ],
  [
    "a reference to the trigger",
    () => new Team(aChart(), "t", { steps: one, output: "{{ .trigger.name }}" }),
    "test/t: output reads .trigger, as only an event's targets can: pass it as input",
  ],
  [
    "a template that can't be read",
    () => new Team(aChart(), "t", { steps: { a: { service: "s", prompt: "Write\n{{ .input.topic" } } }),
    'test/t: step "a": line 2, column 1: the action is not closed: end it with "}}"',
  ],
  [
    "a function that templates do not have",
    () => new Team(aChart(), "t", { steps: one, input: { b: "" }, output: "{{ .input.b | shout }}" }),
    "test/t: output: line 1, column 15: there is no such function: the functions are default, index, lower, quote, toJson, trim, trunc, upper; a field begins with a dot, text needs quotes",
  ],
  [
    "a field that a step does not have",
    () => new Team(aChart(), "t", { steps: one, output: "{{ .steps.a.outptu }}" }),
    "test/t: output: line 1, column 4: there is no .steps.a.outptu here: .steps.a has output",
  ],
  [
    "a name that no object may have",
    () => new Team(aChart(), "t", { name: "Night Desk", steps: one }),
    `test/t: metadata.name: Invalid value: "Night Desk": a lowercase RFC 1123 subdomain must consist of at most 253 lower case letters, digits, '-' or '.', and begin and end with a letter or digit`,
  ],
  [
    "a name that is no DNS label",
    () => new Team(aChart(), "t", { steps: { Research: { service: "s", prompt: "a" } } }),
    'test/t: spec.steps[0].name: Invalid value: "Research": must match ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
  ],
  [
    "a key that no template can name",
    () => new Team(aChart(), "t", { input: { "a b": "" }, steps: one }),
    'test/t: spec.input: Invalid value: "object": input keys must match ^[A-Za-z_][A-Za-z0-9_-]*$ and have at most 63 characters',
  ],
  [
    "a team without steps",
    () => new Team(aChart(), "t", { steps: {} }),
    'test/t: spec.steps: Invalid value: "array": must have at least 1 items',
  ],
] as const) {
  test(`refuses ${what}, with the construct's path`, () => {
    assert.is(flawOf(make), message);
  });
}

test("refuses a second team of the same name in a chart", () => {
  const chart = aChart();
  new Team(chart, "first", { name: "desk", steps: one });
  assert.is(
    flawOf(() => new Team(chart, "second", { name: "desk", steps: one })),
    'test/second: AgentTeam "desk" is already made by test/first/team: give one a name of its own',
  );
});

test.run();
