import { suite } from "uvu";
import * as assert from "uvu/assert";
import { firePath } from "../../../lib/api/network.ts";
import { TestSystem } from "../../support/a-system.ts";
import { aStep } from "../../support/builders/a-team.ts";
import { type SseFrame, sseFrames } from "../../support/sse-frames.ts";

const test = suite("streams side by side");

const STREAMS = 12;
const system = await TestSystem.start({ TOCSIN_FIRE_RATE: "0", TOCSIN_MAX_STREAMS: String(STREAMS) });
test.after(() => system.stop());
await system.addTeam({
  steps: [aStep("write"), aStep("read"), aStep("say", { dependsOn: ["write", "read"] })],
});
await system.addEvent();
const token = await system.token();

/** Follows a fire to its end, or leaves after so many events. */
async function follow(leaveAfter = Number.POSITIVE_INFINITY): Promise<readonly SseFrame[]> {
  const response = await fetch(
    `${system.standalone.webhookURL}${firePath("default", "alarm")}?mode=sse&timeout=5m`,
    {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    },
  );
  assert.is(response.status, 200);
  const frames: SseFrame[] = [];
  for await (const frame of sseFrames(response)) {
    if (frame[0] !== "") frames.push(frame);
    // Whoever reads no further ends the connection.
    if (frames.length >= leaveAfter) break;
  }
  return frames;
}

type Told = { step: string; text: string; output: string; attempt: number; status: string };

/** That a story is whole: in order, and the tokens of each step are its output. */
function assertWhole(frames: readonly SseFrame[]): void {
  const texts = new Map<string, string>();
  const ended: string[] = [];
  for (const [index, [name, data, id]] of frames.entries()) {
    const { step, text, output } = data as Told;
    assert.is(id, String(index + 1));
    if (name === "step.started") texts.set(step, "");
    if (name === "token") texts.set(step, `${texts.get(step)}${text}`);
    if (name !== "step.completed") continue;
    assert.is(texts.get(step), output);
    ended.push(step);
  }
  assert.equal([...ended].sort(), ["read", "say", "write"]);
  assert.is(ended.at(-1), "say");
  assert.equal(
    frames.slice(-2).map(([name]) => name),
    ["run.completed", "stream.ended"],
  );
  const [, last] = frames.at(-1) ?? [];
  assert.is((last as Told).status, "succeeded");
}

test("each tell their own story whole, whoever leaves in between, and all places come back", async () => {
  for (let round = 0; round < 2; round++) {
    const stories = Array.from({ length: STREAMS }, (_, index) =>
      index % 3 === 0 ? follow(1 + (index % 8)) : follow(),
    );
    for (const [index, frames] of (await Promise.all(stories)).entries()) {
      if (index % 3 !== 0) assertWhole(frames);
    }
    await system.eventually(async () => (await placesAreFree()) || undefined, "all places are free");
  }
});

/** A bad body is refused only after a place was found, and before anything is fired. */
async function placesAreFree(): Promise<boolean> {
  const bearer = { authorization: `Bearer ${token}` };
  const asked = Array.from({ length: STREAMS }, () =>
    system.post({ query: "?mode=sse", headers: bearer, body: "[]" }),
  );
  return (await Promise.all(asked)).every(({ status }) => status === 400);
}

test.run();
