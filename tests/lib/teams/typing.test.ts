/** What the compiler refuses: `npm run check` fails when one of the lines below is no longer an error. */
import type { Construct } from "constructs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  AgentPool,
  CronEvent,
  type StartedWith,
  Team,
  TeamOutputEvent,
  targetNamed,
  WebhookEvent,
} from "../../../lib/teams/index.ts";
import { aChart, onlyManifest } from "../../support/a-chart.ts";

const test = suite("the types of teams");

class Desk extends Team<"topic" | "format", "research" | "write", "reader"> {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      needs: ["reader"],
      input: { topic: "bells", format: "a letter" },
      steps: {
        research: { service: "s", prompt: ({ input }) => `${input.topic}` },
        write: { service: "s", prompt: ({ input, steps }) => `${steps.research.output} ${input.reader}` },
      },
    });
  }
}

/** An event of a team's own, for any team that a name is enough for. */
class ReaderEvent extends WebhookEvent {
  constructor(scope: Construct, id: string, reader: StartedWith<"reader">) {
    super(scope, id, { targets: (trigger) => [reader.target({ reader: trigger.body("name") })] });
  }
}

test("let a team extend an event and use it with whatever team fits", () => {
  const chart = aChart();
  new ReaderEvent(chart, "reader", new Desk(chart, "desk"));
  const { spec } = onlyManifest(chart, "AgentEvent");
  assert.equal(spec, {
    source: { type: "webhook" },
    targets: [{ team: "desk", input: { reader: "{{ .trigger.body.name }}" } }],
  });
});

test("take every right name", () => {
  const chart = aChart();
  const desk = new Desk(chart, "desk");
  const target = desk.target({ reader: "you", topic: desk.input.format });
  assert.equal(target.input, { reader: "you", topic: "{{ .input.format }}" });
});

/** Compiled and never called. */
export function wrongNames(scope: Construct, desk: Desk, pool: AgentPool): void {
  // @ts-expect-error: no such input key
  desk.input.topci;
  // @ts-expect-error: no such step
  desk.steps.critique;
  // @ts-expect-error: the key that the team needs is missing
  desk.target({ topic: "bells" });
  // @ts-expect-error: the team needs input
  desk.target();
  // @ts-expect-error: no such input key
  desk.target({ reader: "you", topci: "bells" });

  const choosy = new Team(scope, "choosy", {
    needs: ["reader", "page"],
    steps: { one: { service: pool, prompt: "1" } },
  });
  // @ts-expect-error: the team needs more input than the event gives
  new ReaderEvent(scope, "r", choosy);

  const free = new Team(scope, "free", { input: { a: "1" }, steps: { one: { service: pool, prompt: "1" } } });
  free.target();
  free.target({ a: "2" });
  // @ts-expect-error: no such input key
  free.target({ b: "2" });

  new Team(scope, "t", {
    input: { topic: "bells" },
    steps: {
      one: {
        service: pool,
        // @ts-expect-error: no such input key
        prompt: ({ input }) => `${input.topci}`,
      },
      two: {
        service: pool,
        // @ts-expect-error: no such step
        prompt: ({ steps }) => `${steps.three.output}`,
        // @ts-expect-error: no such step
        dependsOn: ["three"],
      },
      // @ts-expect-error: a team does no steps
      four: { service: desk, prompt: "4" },
    },
    // @ts-expect-error: no such step
    output: ({ steps }) => `${steps.last.output}`,
  });

  const schedule = "* * * * *";
  // @ts-expect-error: schedules have no body
  new CronEvent(scope, "c", { schedule, targets: (trigger) => [targetNamed("t", { a: trigger.body() })] });
  // @ts-expect-error: webhooks have no output
  new WebhookEvent(scope, "w", { targets: (trigger) => [targetNamed("t", { a: trigger.output })] });
  // @ts-expect-error: a pool has no output
  new TeamOutputEvent(scope, "o", { upstream: pool, targets: [targetNamed("t")] });
  // @ts-expect-error: no such phase
  new TeamOutputEvent(scope, "p", { upstream: desk, onPhase: "Running", targets: [targetNamed("t")] });
  // @ts-expect-error: an expectation needs a prompt
  new AgentPool(scope, "a", { model: "m", semanticCheck: { expect: { equals: "4" } } });
  new AgentPool(scope, "b", {
    model: "m",
    // @ts-expect-error: an expectation is one of the three
    semanticCheck: { validatorPrompt: "?", expect: {} },
  });
}

test.run();
