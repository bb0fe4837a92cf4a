import { getCACertificates, setDefaultCACertificates } from "node:tls";
import type { Test } from "uvu";
import * as assert from "uvu/assert";
import { RecordReason } from "../../../lib/api/reason.ts";
import { HealthSystem } from "./health-system.ts";
import { TurningProvider } from "./turning-provider.ts";
import { type Story, tellStory } from "./turning-story.ts";
import type { Way } from "./ways-to-turn-bad.ts";

const INTERVAL_MS = 1_000;
/** D of design §5: min(15 s, interval). */
const DEADLINE_MS = 1_000;
/** What a status may take to be written and seen on a busy machine. */
const SLACK_MS = 3_000;
const BURST = 10;

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
      check(story, way, system);
    });
  }
}

function check(story: Story, { name, reason }: Way, system: HealthSystem): void {
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
  const changes = records.flatMap((record) => Array.from({ length: record.count }, () => record.reason));
  assert.equal(changes.sort(), [RecordReason.semanticCheckFailed, RecordReason.semanticCheckRecovered]);
  const failed = records.find((record) => record.reason === RecordReason.semanticCheckFailed);
  assert.match(failed?.message ?? "", reason);
  const agent = `${name}/turning`;
  const lines = (message: string) => system.logged(message).filter((line) => line.agent === agent);
  assert.equal(
    lines("pod not ready").map((line) => line.reason),
    [reason],
    "the change is logged once",
  );
  const failures = lines("semantic check failed");
  assert.ok(failures.length > 0 && failures.every((line) => line.reason === reason), "so is each failure");
}

async function trustedProvider({ badness }: Way): Promise<TurningProvider> {
  const isSecure = badness.kind === "certificate";
  const provider = await TurningProvider.start({ isSecure });
  if (isSecure) setDefaultCACertificates([...getCACertificates("default"), provider.certificate]);
  return provider;
}
