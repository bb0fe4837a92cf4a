import { suite } from "uvu";
import * as assert from "uvu/assert";
import { manualRunDraft, manualRunName } from "../../../../runtime/domain/run/manual-run.ts";
import { aTeam } from "../../../support/builders/a-team.ts";

const test = suite("manualRun");

const bytes = Uint8Array.from({ length: 10 }, (_, index) => index * 31);

const names: readonly (readonly [team: string, name: string])[] = [
  ["writers", "writers-a76543zyxw"],
  ["w".repeat(63), `${"w".repeat(48)}-a76543zyxw`],
  [`${"w".repeat(47)}-nine`, `${"w".repeat(47)}-a76543zyxw`],
];
for (const [team, name] of names) {
  test(`names a run of ${team} so that a retry's name has room too`, () => {
    assert.is(manualRunName(team, bytes).replace(/[a-z2-7]{10}$/, "a76543zyxw"), name);
    assert.match(manualRunName(team, bytes), /-[a-z2-7]{10}$/);
    assert.ok(`${name}-r99`.length <= 63);
  });
}

test("names runs apart by chance", () => {
  assert.is.not(
    manualRunName("writers", bytes),
    manualRunName(
      "writers",
      bytes.map((byte) => byte + 1),
    ),
  );
});

test("puts the given input over the team's, key by key, and has the team own the run", () => {
  const team = aTeam({ metadata: { uid: "u1" }, spec: { input: { topic: "bells", tone: "dry" } } });
  const now = new Date("2026-01-02T03:04:05.678Z");
  const { metadata, spec } = manualRunDraft(team, { name: "writers-x", input: { topic: "clocks" }, now });
  assert.equal(spec, {
    team: "writers",
    input: { topic: "clocks", tone: "dry" },
    trigger: { type: "cli", firedAt: "2026-01-02T03:04:05.678Z" },
  });
  assert.equal([metadata.name, metadata.namespace], ["writers-x", "default"]);
  assert.equal(metadata.labels, { "tocsin.dev/team": "writers" });
  assert.equal(
    metadata.ownerReferences?.map(({ kind, uid }) => [kind, uid]),
    [["AgentTeam", "u1"]],
  );
});

test.run();
