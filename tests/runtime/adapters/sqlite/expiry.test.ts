import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type EventRecord, EventRecordType, SecretType } from "../../../../lib/api/core-types.ts";
import type { Draft } from "../../../../lib/api/object.ts";
import { secretDraft } from "../../../contract/store/drafts.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { openStore } from "../../../support/open-store.ts";

const test = suite("Expiry");
const HOUR_MS = 3_600_000;

function record(name: string): Draft<EventRecord> {
  const metadata = { name, namespace: "default" };
  return { apiVersion: "v1", kind: "Event", metadata, involvedObject: {}, reason: "Fired" } as never;
}

test("deletes an Event an hour after it was last written, and nothing else", async () => {
  const clock = new FakeClock();
  const store = await openStore({ clock });
  const names = async () => (await store.list(EventRecordType)).items.map(({ metadata }) => metadata.name);
  await store.create(SecretType, secretDraft({ name: "s", namespace: "default" }));
  await store.create(EventRecordType, record("once"));
  const repeated = await store.create(EventRecordType, record("repeated"));
  clock.advance(HOUR_MS / 2);
  await store.replace(EventRecordType, { ...repeated, count: 2 });
  clock.advance(HOUR_MS / 2);
  await store.create(EventRecordType, record("later"));
  assert.equal(await names(), ["later", "repeated"]);
  clock.advance(HOUR_MS / 2);
  await store.create(EventRecordType, record("last"));
  assert.equal(await names(), ["last", "later"]);
  assert.ok(await store.get(SecretType, { name: "s", namespace: "default" }));
  await store.close();
});

test("deletes many bit by bit", async () => {
  const clock = new FakeClock();
  const store = await openStore({ clock });
  await Promise.all(Array.from({ length: 450 }, (_, i) => store.create(EventRecordType, record(`old-${i}`))));
  clock.advance(HOUR_MS);
  const counts: number[] = [];
  for (const name of ["a", "b", "c"]) {
    await store.create(EventRecordType, record(name));
    counts.push((await store.list(EventRecordType)).items.length);
  }
  assert.equal(counts, [251, 52, 3]);
  await store.close();
});

test.run();
