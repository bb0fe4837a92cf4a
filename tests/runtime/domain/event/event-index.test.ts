import { suite } from "uvu";
import * as assert from "uvu/assert";
import { eventIndexes } from "../../../../runtime/domain/event/event-index.ts";
import { anEvent, upstreamSource } from "../../../support/builders/an-event.ts";

const targets = [{ team: "writers" }, { team: "writers" }, { team: "painters" }];

const test = suite("eventIndexes");

test("finds an event by the team it listens to", () => {
  const event = anEvent({ spec: { source: upstreamSource("*", "readers"), targets } });
  assert.equal(eventIndexes.upstream(event), ["default/readers"]);
  assert.equal(eventIndexes.upstream(anEvent({ spec: { targets } })), []);
});

test("finds an event by every team it names, once each", () => {
  const event = anEvent({ spec: { source: upstreamSource("*", "readers"), targets } });
  assert.equal(eventIndexes.team(event), ["default/writers", "default/painters", "default/readers"]);
});

test.run();
