import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startUnlessStopped } from "../../../runtime/cli/start-unless-stopped.ts";

const test = suite("startUnlessStopped");

const never = new Promise<never>(() => {});
const patient = { graceMs: 60_000, die: () => assert.unreachable("it died") };

/** Lets the promises go on that can. */
const turns = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Something that counts how often it was stopped. */
function aSystem() {
  const system = { stops: 0, stop: async () => void system.stops++ };
  return system;
}

test("gives what was started where nobody asks for a stop", async () => {
  const system = aSystem();
  assert.is(await startUnlessStopped(never, async () => system, patient), system);
  assert.is(system.stops, 0);
});

test("stops what comes to stand after the stop was asked for", async () => {
  const system = aSystem();
  const start = Promise.withResolvers<typeof system>();
  const result = startUnlessStopped(Promise.resolve(), () => start.promise, patient);
  await turns();
  start.resolve(system);
  assert.is(await result, undefined);
  assert.is(system.stops, 1);
});

test("throws what the start throws, before and after the stop was asked for", async () => {
  for (const stopAsked of [never, Promise.resolve()]) {
    const start = Promise.withResolvers<ReturnType<typeof aSystem>>();
    const result = startUnlessStopped(stopAsked, () => start.promise, patient);
    await turns();
    start.reject(new Error("the port is taken"));
    try {
      await result;
      assert.unreachable();
    } catch (error) {
      assert.is((error as Error).message, "the port is taken");
    }
  }
});

test("dies with a start, or with a stop after it, that hangs", async () => {
  const hangs = [() => never, () => turns().then(() => ({ stop: () => never }))];
  for (const start of hangs) {
    const died = Promise.withResolvers<void>();
    void startUnlessStopped(Promise.resolve(), start, { graceMs: 1, die: () => died.resolve() });
    await died.promise;
  }
});

test.run();
