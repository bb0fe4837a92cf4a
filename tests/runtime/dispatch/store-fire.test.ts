import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type AgentRun, AgentRunResource } from "../../../lib/api/agent-run.ts";
import type { Draft } from "../../../lib/api/object.ts";
import { completeFire, createRunZero, createSibling } from "../../../runtime/dispatch/store-fire.ts";
import { runDrafts } from "../../../runtime/domain/firing/run-drafts.ts";
import { StoreError, StoreErrorReason } from "../../../runtime/ports/store-error.ts";
import { TestDispatcher } from "../../support/a-dispatcher.ts";

type Context = { it: TestDispatcher; drafts: readonly [Draft<AgentRun>, Draft<AgentRun>] };

async function setUp(context: Context): Promise<void> {
  context.it = await TestDispatcher.start();
  const [zero, one] = await draftsOf(context.it, "fire-a");
  if (zero === undefined || one === undefined) throw new Error("no drafts");
  context.drafts = [zero, one];
}

async function draftsOf(it: TestDispatcher, fireID: string): Promise<readonly Draft<AgentRun>[]> {
  const facts = {
    event: await it.event(),
    fireID,
    firedAt: new Date("2026-01-01T00:00:00Z"),
    cause: { type: "webhook", body: {} } as const,
    isKeyed: false,
    turn: 3,
  };
  const input = { topic: "bells" };
  return runDrafts(facts, [
    { team: "writers", input },
    { team: "bell", input: { topic: "rings" } },
  ]);
}

const failing = (reason: StoreErrorReason) => new StoreError(reason, "no");

const zero = suite<Context>("createRunZero");
zero.before.each(setUp);
zero.after.each(({ it }) => it.close());

zero("creates run 0, and takes the same fire's for its own", async ({ it, drafts: [draft] }) => {
  assert.is((await createRunZero(it.store, draft)).kind, "created");
  assert.is((await createRunZero(it.store, draft)).kind, "same");
});

zero("says that another fire holds the name", async ({ it, drafts: [draft] }) => {
  await createRunZero(it.store, draft);
  const [other] = await draftsOf(it, "fire-b");
  if (other === undefined) throw new Error("no draft");
  assert.is(other.metadata.name, draft.metadata.name);
  const result = await createRunZero(it.store, other);
  assert.equal([result.kind, result.run.spec.trigger.fireID], ["taken", "fire-a"]);
});

zero("says that an earlier event of the same name holds it", async ({ it, drafts: [draft] }) => {
  await createRunZero(it.store, draft);
  const ownerReferences = (draft.metadata.ownerReferences ?? []).map((owner) => ({ ...owner, uid: "later" }));
  const later = { ...draft, metadata: { ...draft.metadata, ownerReferences } };
  assert.is((await createRunZero(it.store, later)).kind, "taken");
});

zero(
  "asks again for the same name where nobody knows whether it was stored",
  async ({ it, drafts: [draft] }) => {
    let tries = 0;
    it.store.after = ({ method }) => {
      if (method === "create" && ++tries < 3) throw failing(StoreErrorReason.timeout);
    };
    assert.is((await createRunZero(it.store, draft)).kind, "same");
    assert.is((await it.runs()).length, 1);
  },
);

zero("asks again where the run was deleted between two looks", async ({ it, drafts: [draft] }) => {
  await createRunZero(it.store, draft);
  it.store.before = async ({ method }) => {
    if (method !== "get") return;
    await it.file.delete(AgentRunResource, draft.metadata);
  };
  assert.is((await createRunZero(it.store, draft)).kind, "created");
});

for (const [reason, tries] of [
  [StoreErrorReason.timeout, 3],
  [StoreErrorReason.unavailable, 1],
  [StoreErrorReason.forbidden, 1],
] as const) {
  zero(`gives up after ${tries} at ${reason}`, async ({ it, drafts: [draft] }) => {
    it.store.before = () => {
      throw failing(reason);
    };
    try {
      await createRunZero(it.store, draft);
      assert.unreachable();
    } catch (error) {
      assert.is((error as StoreError).reason, reason);
    }
    assert.is(it.store.count("create"), tries);
  });
}

zero.run();

const complete = suite<Context>("completeFire");
complete.before.each(setUp);
complete.after.each(({ it }) => it.close());

complete(
  "makes the siblings from run 0's record, inputs and all",
  async ({ it, drafts: [draft, sibling] }) => {
    const { run } = await createRunZero(it.store, draft);
    const result = await completeFire(it.store, run, false);
    assert.equal([result.kind, result.kind === "fired" && result.runs.length], ["fired", 2]);
    const made = await it.file.get(AgentRunResource, sibling.metadata);
    assert.equal(made?.spec, sibling.spec);
    assert.equal(made?.metadata.labels, sibling.metadata.labels);
    assert.is((await completeFire(it.store, run, true)).kind, "fired");
    assert.is((await it.runs()).length, 2);
  },
);

complete("says that the fire is incomplete where a sibling is refused", async ({ it, drafts: [draft] }) => {
  const { run } = await createRunZero(it.store, draft);
  it.store.failOn("create");
  assert.equal(await completeFire(it.store, run, false), { kind: "incomplete", fireID: "fire-a" });
});

complete("makes no run again once run 0 has a phase", async ({ it, drafts: [draft] }) => {
  const { run } = await createRunZero(it.store, draft);
  const result = await completeFire(it.store, { ...run, status: { phase: "Running" } }, true);
  assert.equal([result.kind, (await it.runs()).length], ["fired", 1]);
});

complete.run();

const siblings = suite<Context>("createSibling");
siblings.before.each(setUp);
siblings.after.each(({ it }) => it.close());

siblings("leaves run 0 and what is no sibling alone", async ({ it, drafts: [draft] }) => {
  const { run } = await createRunZero(it.store, draft);
  for (const index of [0, 2, 99]) await createSibling(it.store, run, index);
  assert.is((await it.runs()).length, 1);
});

siblings("throws where another fire holds the sibling's name", async ({ it, drafts: [draft, sibling] }) => {
  const { run } = await createRunZero(it.store, draft);
  const trigger = { ...sibling.spec.trigger, fireID: "fire-b" };
  await it.file.create(AgentRunResource, { ...sibling, spec: { ...sibling.spec, trigger } });
  try {
    await createSibling(it.store, run, 1);
    assert.unreachable();
  } catch (error) {
    assert.match((error as Error).message, "the names of two fires collide");
  }
});

siblings.run();
