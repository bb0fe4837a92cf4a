import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { planPods } from "../../../../runtime/domain/agent/plan-pods.ts";

const test = suite("planPods");

/** `N` and `n` are new pods, ready and not; `O` and `o` are old ones. Their places are their names. */
function podsOf(text: string) {
  return [...text].map((letter, pod) => ({
    pod,
    isCurrent: letter.toUpperCase() === "N",
    isReady: letter === letter.toUpperCase(),
  }));
}

const cases = [
  { name: "starts what is missing", pods: "", replicas: 2, start: 2, stop: [] },
  { name: "leaves alone what is right", pods: "Nn", replicas: 2, start: 0, stop: [] },
  { name: "takes down what is not ready first", pods: "nNN", replicas: 2, start: 0, stop: [0] },
  { name: "takes down the youngest of equals", pods: "NNN", replicas: 1, start: 0, stop: [1, 2] },
  { name: "starts new pods before it takes old ones down", pods: "OO", replicas: 2, start: 2, stop: [] },
  { name: "keeps old pods while the new ones are not ready", pods: "OOnn", replicas: 2, start: 0, stop: [] },
  { name: "replaces one for one", pods: "OONn", replicas: 2, start: 0, stop: [1] },
  { name: "ends a roll", pods: "OONN", replicas: 2, start: 0, stop: [0, 1] },
  { name: "takes down old pods that are not ready at once", pods: "oO", replicas: 2, start: 2, stop: [0] },
  { name: "does not roll more old pods than are wanted", pods: "OOO", replicas: 1, start: 1, stop: [1, 2] },
  { name: "takes everything down at zero", pods: "OoNn", replicas: 0, start: 0, stop: [2, 3, 0, 1] },
];

for (const { name, pods, replicas, start, stop } of cases) {
  test(name, () => assert.equal(planPods(podsOf(pods), replicas), { start, stop }));
}

test("never leaves fewer ready pods than are wanted and there were", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[NnOo]{0,12}$/), fc.nat(6), (text, replicas) => {
      const pods = podsOf(text);
      const { start, stop } = planPods(pods, replicas);
      const left = pods.filter(({ pod }) => !stop.includes(pod));
      const ready = (all: typeof pods) => all.filter((pod) => pod.isReady).length;
      assert.ok(ready(left) >= Math.min(replicas, ready(pods)));
      assert.is(left.filter((pod) => pod.isCurrent).length + start, replicas);
    }),
  );
});

test.run();
