import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type AgentTeam, AgentTeamResource } from "../../../../lib/api/agent-team.ts";
import { followObject } from "../../../../runtime/cli/runs/follow-object.ts";
import { StoreError, StoreErrorReason } from "../../../../runtime/ports/store-error.ts";
import { aTeam, aTeamSpec } from "../../../support/builders/a-team.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { FakeTimers } from "../../../support/fake-timers.ts";
import { HookedStore } from "../../../support/hooked-store.ts";
import { openStore } from "../../../support/open-store.ts";
import { until } from "../../../support/until.ts";

const test = suite("followObject");

const key = { namespace: "default", name: "writers" };

/** A stored team that is followed; what is told of it is kept, a team that is gone as 0. */
async function aFollowedTeam() {
  const store = new HookedStore(await openStore());
  const timers = new FakeTimers(new FakeClock());
  const team = await store.create(AgentTeamResource, { ...aTeam(), metadata: key });
  const told: number[] = [];
  const stop = new AbortController();
  const follow = async () => {
    for await (const each of followObject({ store, timers }, AgentTeamResource, key, stop.signal)) {
      told.push(each?.metadata.generation ?? 0);
    }
  };
  const change = async (of: AgentTeam, timeoutSeconds: number) =>
    store.replace(AgentTeamResource, { ...of, spec: aTeamSpec({ timeoutSeconds }) });
  return { store, timers, team, told, stop, follow, change };
}

test("tells an object as it is, its changes, and its end", async () => {
  const { store, timers, team, told, follow, change } = await aFollowedTeam();
  const following = follow();
  await until(timers, () => store.count("watch") === 1);
  await change(team, 5);
  await until(timers, () => told.length === 2);
  await store.delete(AgentTeamResource, key);
  await following;
  assert.equal(told, [1, 2, 0]);
});

test("ends at the signal", async () => {
  const { timers, store, told, stop, follow } = await aFollowedTeam();
  const following = follow();
  await until(timers, () => store.count("watch") === 1);
  stop.abort();
  await following;
  assert.equal(told, [1]);
});

test("begins again after a while where the server is out of reach", async () => {
  const { store, timers, told, stop, follow } = await aFollowedTeam();
  let calls = 0;
  store.before = ({ method }) => {
    if (method === "list" && ++calls <= 3) throw new StoreError(StoreErrorReason.unavailable, "away");
  };
  const following = follow();
  for (let tries = 1; tries <= 3; tries++) {
    await until(timers, () => calls === tries);
    await timers.advance(1_000);
  }
  await until(timers, () => told.length === 1);
  stop.abort();
  await following;
});

test("gives up where the server stays away, and at once where it refuses", async () => {
  const { store, timers, follow } = await aFollowedTeam();
  store.failOn("list");
  let isOver = false;
  const away = follow().catch((error: unknown) => {
    isOver = true;
    return error;
  });
  while (!isOver) await timers.advance(1_000);
  assert.is(((await away) as StoreError).reason, StoreErrorReason.unavailable);
  store.before = () => {
    throw new StoreError(StoreErrorReason.forbidden, "no");
  };
  const refused = await follow().catch((error: unknown) => error);
  assert.is((refused as StoreError).reason, StoreErrorReason.forbidden);
});

test.run();
