import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentEventSpec } from "../../../../lib/api/agent-event.ts";
import { firstEventFlaw } from "../../../../runtime/domain/event/event-flaws.ts";
import type { ObservedEvent } from "../../../../runtime/domain/event/observed-event.ts";
import { anEvent, cronSource, upstreamSource } from "../../../support/builders/an-event.ts";
import { observe } from "../../../support/builders/an-observed-event.ts";

type Case = { readonly spec: Partial<AgentEventSpec>; readonly world?: Partial<ObservedEvent> };
const flawOf = ({ spec, world }: Case) => firstEventFlaw(observe(anEvent({ spec }), world));
const mapping = (input: Record<string, string>) => [{ team: "writers", input }];
const foreign = { secretName: "alarm-webhook-token", state: "foreign" } as const;
const noTeam = { hasTeam: () => false };

const test = suite("firstEventFlaw");

const sound: [name: string, facts: Case][] = [
  ["a webhook event", { spec: { targets: mapping({ a: "{{ .trigger.body.x }}" }) } }],
  ["a schedule", { spec: { source: cronSource(), targets: mapping({ a: "{{ .trigger.firedAt }}" }) } }],
  ["an upstream", { spec: { source: upstreamSource(), targets: mapping({ a: "{{ .trigger.output }}" }) } }],
  [
    "a schedule beside somebody's Secret of that name",
    { spec: { source: cronSource() }, world: { token: foreign } },
  ],
];
for (const [name, facts] of sound)
  test(`finds nothing wrong with ${name}`, () => assert.is(flawOf(facts), undefined));

const broken: [name: string, facts: Case, reason: string, message: RegExp][] = [
  [
    "a schedule that can't be read",
    { spec: { source: cronSource("61 * * * *") } },
    "InvalidSchedule",
    /spec\.source\.cron: minute/,
  ],
  [
    "a schedule that never comes",
    { spec: { source: cronSource("0 0 31 2 *") } },
    "ScheduleNeverFires",
    /spec\.source\.cron/,
  ],
  [
    "a template's syntax",
    { spec: { targets: mapping({ a: "{{ .trigger" }) } },
    "InvalidTemplate",
    /^spec\.targets\[0\]\.input\.a: line 1, column \d+/,
  ],
  [
    "a field that the source does not have",
    { spec: { source: cronSource(), targets: mapping({ a: "{{ .trigger.body.x }}" }) } },
    "InvalidTemplate",
    /body/,
  ],
  [
    "an upstream team that is missing",
    { spec: { source: upstreamSource("*", "readers") }, world: noTeam },
    "UpstreamTeamNotFound",
    /teamOutput\.name: .*"readers"/,
  ],
  [
    "a target team that is missing",
    {
      spec: { targets: [{ team: "writers" }, { team: "x" }] },
      world: { hasTeam: (name) => name === "writers" },
    },
    "TargetTeamNotFound",
    /spec\.targets\[1\]\.team: .*"x"/,
  ],
  [
    "a token Secret that is somebody else's",
    { spec: {}, world: { token: foreign } },
    "TokenSecretConflict",
    /"alarm-webhook-token"/,
  ],
  [
    "the schedule before the targets",
    { spec: { source: cronSource("x") }, world: noTeam },
    "InvalidSchedule",
    /cron/,
  ],
];
for (const [name, facts, reason, message] of broken) {
  test(`finds ${name}`, () => {
    const flaw = flawOf(facts);
    assert.is(flaw?.reason, reason);
    assert.match(flaw?.message ?? "", message);
  });
}

test.run();
