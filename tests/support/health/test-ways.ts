import { getCACertificates, setDefaultCACertificates } from "node:tls";
import type { Test } from "uvu";
import * as assert from "uvu/assert";
import { RecordReason } from "../../../lib/api/reason.ts";
import { HealthReason } from "../../../runtime/domain/health/verdict.ts";
import { HealthSystem } from "./health-system.ts";
import { sooner } from "./sooner.ts";
import { TurningProvider } from "./turning-provider.ts";
import { type Story, tellStory } from "./turning-story.ts";
import type { Way } from "./ways-to-turn-bad.ts";

const INTERVAL_MS = 1_000;
/** D of design §5: min(15 s, interval). */
const DEADLINE_MS = 1_000;
/** What a status may take to be written and seen on a busy machine. */
const SLACK_MS = 3_000;
const BURST = 10;
const MOST_CHANGES = 3;

/** Tests that agents leave and return however their providers turn bad; the stories are told side by side. */
export function testWays(test: Test, ways: readonly Way[]): void {
  let system: HealthSystem;
  const stories = new Map<string, Promise<Story>>();
  const providers: TurningProvider[] = [];

  test.before(async () => {
    system = await HealthSystem.start();
    for (const way of ways) providers.push(await trustedProvider(way));
    for (const [index, way] of ways.entries()) {
      const provider = providers[index];
      if (provider === undefined) continue;
      const story = tellStory(system, way, provider);
      // Whoever awaits it sees the error; until then it must not end the process.
      story.catch(() => undefined);
      stories.set(way.name, story);
    }
  });
  test.after(async () => {
    await Promise.allSettled(stories.values());
    await system.stop();
    for (const provider of providers) await provider.close().catch(() => undefined);
  });

  for (const way of ways) {
    test(`an agent whose provider turns ${way.name} leaves, loses nothing, and returns by itself`, async () => {
      const story = await stories.get(way.name);
      if (story === undefined) throw new Error("no story was told");
      await check(story, way, system);
    });
  }
}

async function check(story: Story, { name, reason }: Way, system: HealthSystem): Promise<void> {
  const { runs, records } = story;
  assert.ok(
    story.leftAfterMs < INTERVAL_MS + DEADLINE_MS + SLACK_MS,
    `it left after ${story.leftAfterMs} ms`,
  );
  assert.ok(
    story.returnedAfterMs < INTERVAL_MS + DEADLINE_MS + SLACK_MS,
    `it returned after ${story.returnedAfterMs} ms`,
  );
  assert.is(story.probeReason, reason, "status.lastProbe has the reason");
  assert.match(story.conditionMessage ?? "", reason, "the condition tells people");
  assert.equal(story.misrouted, [], "no new task came to it while it was not ready");
  assert.is(runs.length, story.fired);
  assert.equal(
    runs.filter((run) => run.status?.phase !== "Succeeded").map((run) => run.status),
    [],
    "nothing is lost",
  );
  const allowed = BURST + (2 * story.checkedForMs) / INTERVAL_MS + 1;
  assert.ok(story.checks <= allowed, `${story.checks} checks of ${allowed}`);
  assert.ok(
    records.some(
      (record) => record.reason === RecordReason.semanticCheckFailed && record.message.includes(reason),
    ),
    "a record has the reason",
  );
  await changesAreTold(name, reason, system);
}

/** A busy machine may make a check late, and so add a change: but each change is told once, and by its reason. */
async function changesAreTold(namespace: string, reason: string, system: HealthSystem): Promise<void> {
  const lines = (message: string) =>
    system.logged(message).filter((line) => line.agent === `${namespace}/turning`);
  const left = lines("pod not ready").map((line) => line.reason);
  assert.ok(left.includes(reason) && left.length <= MOST_CHANGES, `it left for ${left}`);
  const failures = lines("semantic check failed").map((line) => line.reason);
  assert.ok(failures.filter((each) => each === reason).length >= 1, "each failure is logged");
  const strange = failures.filter((each) => each !== reason && each !== HealthReason.providerTimedOut);
  assert.equal(strange, []);
  const told = async (which: RecordReason) => {
    const records = await system.recordsOf(namespace, "turning");
    return records.filter((record) => record.reason === which).reduce((sum, { count }) => sum + count, 0);
  };
  for (const which of [RecordReason.semanticCheckFailed, RecordReason.semanticCheckRecovered]) {
    await sooner(async () => (await told(which)) === left.length, `${namespace}: a ${which} for each change`);
  }
}

async function trustedProvider({ badness }: Way): Promise<TurningProvider> {
  const isSecure = badness.kind === "certificate";
  const provider = await TurningProvider.start({ isSecure });
  if (isSecure) setDefaultCACertificates([...getCACertificates("default"), provider.certificate]);
  return provider;
}
