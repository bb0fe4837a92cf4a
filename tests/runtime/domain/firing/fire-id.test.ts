import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fireIDOf, runNameOf, type SourceKey } from "../../../../runtime/domain/firing/fire-id.ts";

const UID = "0f8a6c1e-5a0b-4c39-9a35-d2a5b0c4f001";
const event = { name: "alarm", uid: UID };
const slot = new Date("2026-01-01T08:00:00Z");

const ids = suite("fireIDOf");

// Names are locks across versions of the operator: whoever changes these breaks fires under way.
const golden: [key: SourceKey, id: string][] = [
  [{ kind: "slot", slot }, "mqm4o6lz4462caw5cctrc6rddp"],
  [{ kind: "upstream", uid: "b7e5" }, "uh7rpaum7ifgfmpw35yihbquza"],
  [{ kind: "idempotency", key: "b7e5" }, "zzwde2jlvs3aojtxhmodt72t3e"],
  [{ kind: "random", bytes: new Uint8Array(16) }, "hhazsmowwdu2plm5wk4po4ywjk"],
];
for (const [key, id] of golden) {
  ids(`gives a ${key.kind} the same name for ever`, () => assert.is(fireIDOf(UID, key), id));
}

const anyKey: fc.Arbitrary<SourceKey> = fc.oneof(
  fc.record({ kind: fc.constant("slot" as const), slot: fc.date({ noInvalidDate: true }) }),
  fc.record({ kind: fc.constant("upstream" as const), uid: fc.string() }),
  fc.record({ kind: fc.constant("idempotency" as const), key: fc.string() }),
  fc.record({
    kind: fc.constant("random" as const),
    bytes: fc.uint8Array({ minLength: 16, maxLength: 16 }),
  }),
);

ids("is always 26 characters that a label value and a name may hold", () => {
  fc.assert(
    fc.property(fc.string(), anyKey, (uid, key) => assert.match(fireIDOf(uid, key), /^[a-z2-7]{26}$/)),
  );
});

ids("tells apart events, kinds of source and keys, wherever one ends and the other begins", () => {
  const all = [
    fireIDOf("ab", { kind: "upstream", uid: "c" }),
    fireIDOf("a", { kind: "upstream", uid: "bc" }),
    fireIDOf("a", { kind: "idempotency", key: "bc" }),
    fireIDOf("a", { kind: "idempotency", key: slot.toISOString() }),
    fireIDOf("a", { kind: "slot", slot }),
  ];
  assert.is(new Set(all).size, all.length);
});

ids.run();

const names = suite("runNameOf");

names("gives the runs of a fire and of a turn the same names for ever", () => {
  assert.is(runNameOf(event, { fireID: "f".repeat(26) }, 0), "alarm-gkezb5fekk");
  assert.is(runNameOf(event, { fireID: "f".repeat(26) }, 1), "alarm-ofukvtwfay");
  assert.is(runNameOf(event, { turn: 0 }, 0), "alarm-r6vgzp4emr");
  assert.is(runNameOf(event, { turn: 1 }, 0), "alarm-m23wfye7dv");
});

names("is a name of at most 63 characters for the longest event, a retry's ending included", () => {
  const longest = { name: "e".repeat(48), uid: UID };
  fc.assert(
    fc.property(fc.nat(), fc.nat(19), (turn, index) => {
      const name = runNameOf(longest, { turn }, index);
      assert.match(name, /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/);
      assert.ok(`${name}-r99`.length <= 63);
    }),
  );
});

names("never takes a turn for a fire of the same text", () => {
  assert.is.not(runNameOf(event, { turn: 1 }, 0), runNameOf(event, { fireID: "1" }, 0));
  assert.is.not(runNameOf(event, { turn: 1 }, 1), runNameOf(event, { turn: 11 }, 0));
});

names("differs between events of one name", () => {
  const again = { name: "alarm", uid: "another-uid" };
  assert.is.not(runNameOf(event, { turn: 0 }, 0), runNameOf(again, { turn: 0 }, 0));
});

names.run();
