import { suite } from "uvu";
import * as assert from "uvu/assert";
import { RoutedWorld } from "../../support/routing/routed-world.ts";

const test = suite("TaskRouter");

/** Two agents behind one service, a pod each. */
function twoPods(places = 1): RoutedWorld {
  const world = new RoutedWorld();
  for (const name of ["a", "b"]) {
    world.addAgent(name);
    world.addPod(`pod-${name}`, name, places);
  }
  return world;
}

const lookAt = (world: RoutedWorld, name: string, work: () => void) =>
  world.router.turn({ namespace: "default", name }, async () => work());

test("sends each task to the least busy ready pod of all agents of the service", () => {
  const world = twoPods(3);
  assert.equal(
    ["r1", "r2", "r3", "r4", "r5", "r6", "r7"].map((run) => world.choose(run)),
    ["pod-a", "pod-b", "pod-a", "pod-b", "pod-a", "pod-b", undefined],
  );
});

test("never sends to a pod that is not ready or is taken down, from the moment that it is known", () => {
  const world = twoPods(100);
  world.endpoints.change("pod-a", { isReady: false });
  assert.is(world.choose("r1"), "pod-b");
  world.endpoints.change("pod-a", { isReady: true });
  assert.is(world.choose("r2"), "pod-a");
  world.endpoints.change("pod-b", { isTerminating: true });
  assert.is(world.choose("r3"), "pod-a");
  world.endpoints.change("pod-a", { isReady: false });
  assert.is(world.choose("r4"), undefined);
});

test("sends nothing to agents that the service does not select, nor to those of another namespace", () => {
  const world = new RoutedWorld(["default", "other"]);
  world.addAgent("reader", { does: "read" });
  world.addPod("pod-reader", "reader");
  world.addAgent("elsewhere", { does: "write" }, "other");
  world.addPod("pod-elsewhere", "elsewhere", 1, "other");
  assert.is(world.choose("r1"), undefined);
  assert.is(world.choose("r2", { service: "nobody" }), undefined);
  assert.is(world.choose("r3", { namespace: "other" }), "pod-elsewhere");
});

test("counts the tasks of a pod that turned not ready, so that it is not overfilled when it comes back", () => {
  const world = twoPods();
  assert.is(world.choose("r1"), "pod-a");
  world.endpoints.change("pod-a", { isReady: false });
  assert.is(world.choose("r2"), "pod-b");
  world.endpoints.change("pod-a", { isReady: true });
  assert.is(world.choose("r3"), undefined, "the task on pod-a goes on");
  world.release("r1", "pod-a");
  assert.is(world.choose("r3"), "pod-a");
});

test("counts tasks that an earlier leader has sent", () => {
  const world = twoPods();
  world.router.hold("pod-a", "sent-before");
  world.router.hold("pod-a", "sent-before");
  assert.is(world.choose("r1"), "pod-b");
  assert.is(world.choose("r2"), undefined);
  world.release("sent-before", "pod-a");
  assert.equal(world.takeWoken(), ["r2"]);
});

const wakers: [what: string, prepare: (world: RoutedWorld) => void, act: (world: RoutedWorld) => void][] = [
  [
    "a pod becomes ready",
    (w) => addPod(w, { isReady: false }),
    (w) => w.endpoints.change("p", { isReady: true }),
  ],
  ["a pod appears", (w) => w.addAgent("a"), (w) => w.addPod("p", "a")],
  ["an agent is labelled", (w) => w.addPod("p", "a"), (w) => w.addAgent("a")],
  [
    "a service appears",
    (w) => {
      w.services.remove({ namespace: "default", name: "writers" });
      addPod(w);
    },
    (w) => w.addService("writers", { does: "write" }),
  ],
];
for (const [what, prepare, act] of wakers) {
  test(`wakes a run that waits when ${what}`, () => {
    const world = new RoutedWorld();
    prepare(world);
    assert.is(world.choose("r1"), undefined);
    act(world);
    assert.equal(world.takeWoken(), ["r1"]);
    assert.is(world.choose("r1"), "p");
  });
}

function addPod(world: RoutedWorld, parts: { readonly isReady?: boolean } = {}): void {
  world.addAgent("a");
  world.addPod("p", "a");
  world.endpoints.change("p", parts);
}

test("wakes nobody while no pod is ready, and only as many as there are places once one is", () => {
  const world = new RoutedWorld();
  world.addAgent("a");
  world.addPod("p", "a", 2);
  world.endpoints.change("p", { isReady: false });
  for (const run of ["r1", "r2", "r3"]) world.choose(run);
  world.addAgent("b", { does: "read" });
  assert.equal(world.takeWoken(), []);
  world.endpoints.change("p", { isReady: true });
  assert.equal(world.takeWoken(), ["r1", "r2"]);
});

test("gives a freed place to whoever waits longest, also where others look first", () => {
  const world = new RoutedWorld();
  addPod(world);
  assert.is(world.choose("r1"), "p");
  for (const run of ["r2", "r3", "r4"]) assert.is(world.choose(run), undefined);
  world.release("r1", "p");
  assert.equal(world.takeWoken(), ["r2"]);
  assert.is(world.choose("late"), undefined, "the place is kept for r2");
  assert.is(world.choose("r3"), undefined);
  assert.is(world.choose("r2"), "p");
  for (const [ended, next] of [
    ["r2", "r3"],
    ["r3", "r4"],
    ["r4", "late"],
  ] as const) {
    world.release(ended, "p");
    assert.equal(world.takeWoken(), [next]);
    assert.is(world.choose(next), "p");
  }
});

test("passes a place on when the run that was woken for it does not take it", async () => {
  const world = new RoutedWorld();
  addPod(world);
  for (const run of ["r1", "r2", "r3", "r4"]) world.choose(run);
  world.release("r1", "p");
  assert.equal(world.takeWoken(), ["r2"]);
  await lookAt(world, "r2", () => undefined);
  assert.equal(world.takeWoken(), ["r3"], "r2 was cancelled, or its step timed out");
  const broken = world.router.turn({ namespace: "default", name: "r3" }, () =>
    Promise.reject(new Error("the store is gone")),
  );
  await broken.catch(() => undefined);
  assert.equal(world.takeWoken(), ["r4"]);
});

test("a run that is woken while it is being looked at keeps its place in the line", async () => {
  const world = new RoutedWorld();
  addPod(world);
  world.choose("r1");
  await lookAt(world, "r2", () => {
    world.choose("r2");
    world.release("r1", "p");
  });
  world.choose("r3");
  assert.equal(world.takeWoken(), ["r2"]);
  await lookAt(world, "r2", () => void assert.is(world.choose("r2"), "p"));
});

test("offers a freed place to all services that share the pod", () => {
  const world = new RoutedWorld();
  addPod(world);
  world.addService("all", {});
  world.choose("r1");
  world.choose("r2", { service: "writers" });
  world.choose("r3", { service: "all" });
  world.release("r1", "p");
  assert.equal(world.takeWoken(), ["r2", "r3"]);
  assert.is(world.choose("r3", { service: "all" }), "p");
  assert.is(world.choose("r2"), undefined);
  world.release("r3", "p");
  assert.equal(world.takeWoken(), ["r2"]);
});

test("many waiters of a service without pods do not hide those of another", () => {
  const world = new RoutedWorld();
  addPod(world);
  world.choose("r1");
  for (let i = 0; i < 50; i++) world.choose(`stuck-${i}`, { service: "nobody" });
  world.choose("r2");
  world.release("r1", "p");
  assert.equal(world.takeWoken(), ["r2"]);
});

test("a release that is told twice, or of another namespace, frees nothing twice", () => {
  const world = new RoutedWorld(["default", "other"]);
  addPod(world);
  for (const run of ["r1", "r2", "r3"]) world.choose(run);
  world.release("r1", "p");
  world.release("r1", "p");
  assert.equal(world.takeWoken(), ["r2"]);
});

test("wakes nobody once it is stopped", () => {
  const world = twoPods();
  const seen: string[] = [];
  const stop = world.router.start(({ name }) => void seen.push(name));
  for (const run of ["r1", "r2", "r3"]) world.choose(run);
  stop();
  world.release("r1", "pod-a");
  world.endpoints.change("pod-a", { isReady: false });
  assert.equal(seen, []);
});

test.run();
