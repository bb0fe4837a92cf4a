import { suite } from "uvu";
import * as assert from "uvu/assert";
import { firePath } from "../../../lib/api/network.ts";
import { TestSystem } from "../../support/a-system.ts";
import { aStep } from "../../support/builders/a-team.ts";
import { SpokenProvider } from "../../support/spoken-provider.ts";
import { type SseFrame, sseFrames } from "../../support/sse-frames.ts";

const test = suite("a model's tokens in a stream");

const KEY = "sk-a-key-that-nobody-may-see";
const provider = await SpokenProvider.start();
const system = await TestSystem.start({ OPENAI_BASE_URL: provider.baseURL, OPENAI_API_KEY: KEY });
test.after(async () => {
  await system.stop();
  await provider.close();
});
await system.addTeam({
  steps: [aStep("write"), aStep("say", { dependsOn: ["write"], prompt: "{{ .steps.write.output }}" })],
});
await system.addEvent();
const token = await system.token();

/** A stream on a whole system, read event by event. */
async function open(signal: AbortSignal | null = null) {
  const url = `${system.standalone.webhookURL}${firePath("default", "alarm")}?mode=sse&timeout=5m`;
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    signal,
  });
  const frames = sseFrames(response);
  const seen: SseFrame[] = [];
  /** The next event of a name; those before it are remembered. */
  const next = async (name: string) => {
    for (;;) {
      const { value, done } = await frames.next();
      if (done === true) throw new Error(`${name} did not come after ${JSON.stringify(seen)}`);
      seen.push(value);
      // biome-ignore lint/suspicious/noExplicitAny: what comes is what the test is about to find out
      if (value[0] === name) return value[1] as any;
    }
  };
  return { response, seen, next };
}

/** Waits until the provider answers the nth call, and no other. */
const asked = (nth: number) =>
  system.eventually(
    async () => (provider.calls === nth && provider.open === 1 ? true : undefined),
    `call ${nth} is open`,
  );

test("arrive one by one while the model speaks, of each step in its turn", async () => {
  const { seen, next } = await open();
  for (const [index, step] of ["write", "say"].entries()) {
    assert.is((await next("step.started")).step, step);
    await asked(index + 1);
    for (const word of ["bells ", "that ", "ring"]) {
      provider.say(word);
      const said = await next("token");
      assert.equal([said.step, said.text], [step, word]);
    }
    provider.stop();
    const { status, output } = await next("step.completed");
    assert.equal([status, output], ["succeeded", "bells that ring"]);
  }
  assert.is((await next("run.completed")).output, "bells that ring");
  assert.is((await next("stream.ended")).status, "succeeded");
  const told = JSON.stringify(seen);
  for (const secret of [KEY, token]) assert.not(told.includes(secret));
});

test("go on being spoken when nobody follows any more", async () => {
  const abort = new AbortController();
  const { next } = await open(abort.signal);
  const { runs } = await next("fire.accepted");
  await next("step.started");
  await asked(3);
  provider.say("half ");
  await next("token");
  abort.abort();
  provider.say("whole");
  provider.stop();
  await asked(4);
  provider.say("done");
  provider.stop();
  const path = `/triggers/default/alarm/runs/${runs[0].runName}`;
  const bearer = { headers: { authorization: `Bearer ${token}` } };
  const body = await system.eventually(async () => {
    const answer = await system.call("GET", path, bearer);
    return answer.body.status === "succeeded" ? answer.body : undefined;
  }, "the run has succeeded");
  assert.is(body.output, "done");
});

test.run();
