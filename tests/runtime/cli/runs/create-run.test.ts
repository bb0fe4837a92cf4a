import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentRunResource } from "../../../../lib/api/agent-run.ts";
import { AgentTeamResource } from "../../../../lib/api/agent-team.ts";
import { createRun } from "../../../../runtime/cli/runs/create-run.ts";
import { manualRunDraft } from "../../../../runtime/domain/run/manual-run.ts";
import { StoreError, StoreErrorReason } from "../../../../runtime/ports/store-error.ts";
import { aTeam } from "../../../support/builders/a-team.ts";
import { HookedStore } from "../../../support/hooked-store.ts";
import { openStore } from "../../../support/open-store.ts";

const test = suite("createRun");

const now = new Date("2026-01-01T00:00:00.000Z");

/** A store with a team, and what a run of that team is stored as. */
async function aDesk() {
  const store = new HookedStore(await openStore());
  const team = await store.create(AgentTeamResource, {
    ...aTeam(),
    metadata: { namespace: "default", name: "writers" },
  });
  const draft = (topic = "bells") => manualRunDraft(team, { name: "writers-x", input: { topic }, now });
  return { store, draft };
}

const lost = () => {
  throw new StoreError(StoreErrorReason.timeout, "broke off");
};
const count = async (store: HookedStore) => (await store.list(AgentRunResource)).items.length;

test("makes one run where the answer to the first request is lost", async () => {
  const { store, draft } = await aDesk();
  let calls = 0;
  store.after = ({ method }) => (method === "create" && ++calls === 1 ? lost() : undefined);
  const { run, isOurs } = await createRun(store, draft());
  assert.equal([isOurs, run.spec.input], [true, { topic: "bells" }]);
  assert.is(await count(store), 1);
});

test("asks again where the request itself is lost", async () => {
  const { store, draft } = await aDesk();
  let calls = 0;
  store.before = ({ method }) => (method === "create" && ++calls <= 2 ? lost() : undefined);
  assert.is((await createRun(store, draft())).isOurs, true);
});

test("gives up when no answer comes", async () => {
  const { store, draft } = await aDesk();
  store.before = ({ method }) => (method === "create" ? lost() : undefined);
  const error = await createRun(store, draft()).catch((thrown: unknown) => thrown);
  assert.is((error as StoreError).reason, StoreErrorReason.timeout);
  assert.is(store.count("create", "AgentRun"), 3);
});

test("takes no other run of the name for its own", async () => {
  const { store, draft } = await aDesk();
  await createRun(store, draft("clocks"));
  const { run, isOurs } = await createRun(store, draft());
  assert.equal([isOurs, run.spec.input], [false, { topic: "clocks" }]);
});

test("asks no more than once where it is refused", async () => {
  const { store, draft } = await aDesk();
  store.failOn("create");
  const error = await createRun(store, draft()).catch((thrown: unknown) => thrown);
  assert.is((error as StoreError).reason, StoreErrorReason.unavailable);
  assert.is(store.count("create", "AgentRun"), 1);
});

test.run();
