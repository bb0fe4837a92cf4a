import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SoleLeadership } from "../../../../runtime/adapters/node/sole-leadership.ts";

const test = suite("SoleLeadership");

test("leads at once, for as long as the process runs", async () => {
  const stop = new AbortController();
  const terms: AbortSignal[] = [];
  await new SoleLeadership().run(stop.signal, (term) => {
    terms.push(term);
    return Promise.resolve();
  });
  assert.is(terms.length, 1);
  assert.not.ok(terms[0]?.aborted);
  stop.abort();
  assert.ok(terms[0]?.aborted);
});

test("does not begin to lead in a process that ends", async () => {
  let hasLed = false;
  await new SoleLeadership().run(AbortSignal.abort(), () => {
    hasLed = true;
    return Promise.resolve();
  });
  assert.not.ok(hasLed);
});

test("throws what leading throws", async () => {
  const failed = new SoleLeadership().run(new AbortController().signal, () =>
    Promise.reject(new Error("broken")),
  );
  assert.is(await failed.catch((error: Error) => error.message), "broken");
});

test.run();
