import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MAX_FIRE_BYTES } from "../../../../lib/api/agent-run.ts";
import type { AgentTeam } from "../../../../lib/api/agent-team.ts";
import { EtaTemplates } from "../../../../runtime/adapters/eta/eta-templates.ts";
import {
  type FireInput,
  isFireFlaw,
  planFire,
  type Render,
} from "../../../../runtime/domain/firing/plan-fire.ts";
import type { FireCause } from "../../../../runtime/domain/firing/trigger-context.ts";
import { aTeam } from "../../../support/builders/a-team.ts";
import { anEvent } from "../../../support/builders/an-event.ts";

const templates = new EtaTemplates();
const render: Render = (source, data, budget) => {
  const compiled = templates.compile(source);
  return compiled.kind === "flaw" ? compiled : compiled.render(data, budget);
};
const firedAt = new Date("2026-01-01T08:00:00Z");
const body = (value: Record<string, string>): FireCause => ({ type: "webhook", body: value });
const upstream: FireCause = {
  type: "team-output",
  upstream: { team: "readers", run: "r", uid: "u", output: "from upstream", chain: ["readers"] },
};

type Case = {
  readonly cause?: FireCause;
  readonly defaults?: Record<string, string>;
  readonly input?: Record<string, string>;
  readonly team?: (name: string) => AgentTeam | undefined;
};

function plan({ cause = body({}), defaults = {}, input, team }: Case) {
  const target = { team: "writers", ...(input === undefined ? {} : { input }) };
  const event = anEvent({ spec: { targets: [target] } });
  const known = () => aTeam({ spec: { input: defaults } });
  const fire: FireInput = { event, cause, firedAt, team: team ?? known, render };
  return planFire(fire);
}

function inputOf(facts: Case) {
  const planned = plan(facts);
  if (isFireFlaw(planned)) throw new Error(planned.message);
  return planned.targets[0]?.input;
}

function flawOf(facts: Case) {
  const planned = plan(facts);
  if (!isFireFlaw(planned)) throw new Error("it was planned");
  return planned;
}

const test = suite("planFire");

const inputs: [name: string, facts: Case, input: Record<string, string>][] = [
  ["the team's defaults alone", { defaults: { topic: "news" } }, { topic: "news" }],
  [
    "the target's values over the defaults",
    { defaults: { topic: "news", style: "dry" }, input: { topic: "sport" } },
    { topic: "sport", style: "dry" },
  ],
  [
    "what the caller sent, rendered once",
    { cause: body({ who: "{{ .trigger.name }}" }), input: { who: "{{ .trigger.body.who }}" } },
    { who: "{{ .trigger.name }}" },
  ],
  [
    "the event's name and the instant in whole seconds",
    { input: { at: "{{ .trigger.name }} at {{ .trigger.firedAt }}" } },
    { at: "alarm at 2026-01-01T08:00:00Z" },
  ],
  [
    "the upstream's output over the default",
    { cause: upstream, defaults: { output: "none", topic: "news" } },
    { output: "from upstream", topic: "news" },
  ],
  [
    "the target's own mapping over the upstream's output",
    { cause: upstream, defaults: { output: "none" }, input: { output: "got {{ .trigger.output }}" } },
    { output: "got from upstream" },
  ],
];
for (const [name, facts, input] of inputs) {
  test(`gives a run ${name}`, () => assert.equal(inputOf(facts), input));
}

test("leaves input.output alone where no team's output fired", () => {
  assert.equal(inputOf({ defaults: { output: "none" } }), { output: "none" });
});

test("plans all targets in their order, each with its own team's defaults", () => {
  const event = anEvent({ spec: { targets: [{ team: "b" }, { team: "a" }, { team: "b" }] } });
  const team = (name: string) => aTeam({ spec: { input: { name } } });
  assert.equal(planFire({ event, cause: body({}), firedAt, team, render }), {
    kind: "plan",
    targets: ["b", "a", "b"].map((name) => ({ team: name, input: { name } })),
  });
});

test("names the target whose team is missing", () => {
  const flaw = flawOf({ team: () => undefined });
  assert.is(flaw.code, "TargetTeamNotFound");
  assert.match(flaw.message, /^spec\.targets\[0\]\.team: .*"writers"/);
});

test("names target, key and expression of a missing value, and quotes none that is there", () => {
  const flaw = flawOf({ cause: body({ who: "a secret" }), input: { a: "x", b: "{{ .trigger.body.what }}" } });
  assert.is(flaw.code, "TemplateFailed");
  assert.match(flaw.message, /^spec\.targets\[0\] \(team writers\), input b: line 1, column \d+: .*what/);
  assert.not.match(flaw.message, /secret/);
});

test("refuses inputs that together take more than a fire may", () => {
  const half = "x".repeat(MAX_FIRE_BYTES / 2);
  const input = { a: "{{ .trigger.body.text }}", b: "{{ .trigger.body.text }}" };
  assert.ok(isFireFlaw(plan({ cause: body({ text: half }), input })));
  assert.is(isFireFlaw(plan({ cause: body({ text: half }), input: { a: input.a } })), false);
});

test("counts bytes as they are stored, defaults included", () => {
  const quotes = '"'.repeat(MAX_FIRE_BYTES / 2);
  assert.is(flawOf({ defaults: { a: quotes } }).code, "FireTooLarge");
});

test.run();
