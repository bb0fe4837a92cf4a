import { suite } from "uvu";
import * as assert from "uvu/assert";
import { EventRecordType } from "../../../../lib/api/core-types.ts";
import { RecordReason } from "../../../../lib/api/reason.ts";
import { SystemRandom } from "../../../../runtime/adapters/node/system-random.ts";
import { StoreRecorder } from "../../../../runtime/adapters/recorder/store-recorder.ts";
import type { Store } from "../../../../runtime/ports/store.ts";
import { anEvent } from "../../../support/builders/an-event.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { openStore } from "../../../support/open-store.ts";
import { SilentLogger } from "../../../support/silent-logger.ts";

async function aRecorder(over: (store: Store) => Store = (store) => store) {
  const clock = new FakeClock();
  const store = await openStore({ clock });
  const logger = new SilentLogger();
  const recorder = new StoreRecorder({ store: over(store), clock, random: new SystemRandom(), logger });
  const records = async () => {
    await recorder.flush();
    return (await store.list(EventRecordType)).items;
  };
  const fired = (message: string, about = anEvent()) =>
    recorder.record({ about, type: "Normal", reason: RecordReason.fired, message });
  return { clock, store, logger, recorder, records, fired };
}

const test = suite("StoreRecorder");

test("writes what happened to what, and when", async () => {
  const { records, fired } = await aRecorder();
  fired("it fired");
  const [record] = await records();
  assert.equal(record?.involvedObject, {
    apiVersion: "tocsin.dev/v1alpha1",
    kind: "AgentEvent",
    name: "alarm",
    namespace: "default",
    uid: "event-uid",
  });
  assert.equal(
    [record?.type, record?.reason, record?.message, record?.count],
    ["Normal", "Fired", "it fired", 1],
  );
  assert.equal([record?.firstTimestamp, record?.metadata.namespace], ["2026-01-01T00:00:00Z", "default"]);
});

test("counts the same thing up instead of writing it again", async () => {
  const { clock, records, fired } = await aRecorder();
  fired("a");
  fired("b");
  clock.advance(60_000);
  fired("a");
  const all = await records();
  assert.equal(all.map(({ message, count }) => [message, count]).sort(), [
    ["a", 2],
    ["b", 1],
  ]);
  assert.is(all.find(({ message }) => message === "a")?.lastTimestamp, "2026-01-01T00:01:00Z");
});

test("writes it anew where the record has been deleted", async () => {
  const { store, records, fired } = await aRecorder();
  fired("a");
  for (const { metadata } of await records()) await store.delete(EventRecordType, metadata);
  fired("a");
  assert.equal(
    (await records()).map(({ count }) => count),
    [1],
  );
});

test("cuts an object short that is chatty, and no other", async () => {
  const { records, fired } = await aRecorder();
  for (let index = 0; index < 40; index++) fired(`message ${index}`);
  fired("another object", anEvent({ metadata: { name: "calm", uid: "calm-uid" } }));
  const all = await records();
  assert.is(all.filter(({ involvedObject }) => involvedObject.name === "alarm").length, 25);
  assert.is(all.filter(({ involvedObject }) => involvedObject.name === "calm").length, 1);
});

test("drops what can't be written and goes on", async () => {
  let isBroken = true;
  const { logger, records, fired } = await aRecorder((store) => {
    const create: Store["create"] = (type, draft, options) =>
      isBroken ? Promise.reject(new Error("out of order")) : store.create(type, draft, options);
    return Object.assign(Object.create(store) as Store, { create });
  });
  fired("lost");
  assert.equal(await records(), []);
  assert.is(logger.lines[0]?.message, "event record dropped");
  isBroken = false;
  fired("kept");
  assert.equal(
    (await records()).map(({ message }) => message),
    ["kept"],
  );
});

test.run();
