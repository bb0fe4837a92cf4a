import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SoleLeadership } from "../../../../runtime/adapters/node/sole-leadership.ts";

const test = suite("SoleLeadership");

test("leads at once, until it is told to stop", async () => {
  const end = new AbortController();
  const steps: string[] = [];
  const ended = new SoleLeadership().run(end.signal, async (term) => {
    steps.push("begun");
    await new Promise<void>((resolve) => term.addEventListener("abort", () => resolve(), { once: true }));
    steps.push("ended");
  });
  assert.equal(steps, ["begun"]);
  end.abort();
  await ended;
  assert.equal(steps, ["begun", "ended"]);
});

test("does not begin where it is told to stop before", async () => {
  await new SoleLeadership().run(AbortSignal.abort(), () => Promise.reject(new Error("has begun")));
});

test("throws what leading throws", async () => {
  const failing = new SoleLeadership().run(new AbortController().signal, () =>
    Promise.reject(new Error("can't read")),
  );
  const error = await failing.catch((thrown: Error) => thrown);
  assert.is((error as Error).message, "can't read");
});

test.run();
