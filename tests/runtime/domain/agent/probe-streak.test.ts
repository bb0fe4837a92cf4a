import { suite } from "uvu";
import * as assert from "uvu/assert";
import { afterProbe, notProbed } from "../../../../runtime/domain/agent/probe-streak.ts";

const test = suite("afterProbe");

const cases = [
  {
    name: "one good probe makes ready, one bad one takes out",
    success: 1,
    failure: 1,
    probes: "+-+",
    ready: "+-+",
  },
  { name: "a pod is not ready before the first", success: 1, failure: 1, probes: "-", ready: "-" },
  {
    name: "three bad ones in a row are needed",
    success: 1,
    failure: 3,
    probes: "+--+---+",
    ready: "++++++-+",
  },
  { name: "two good ones in a row are needed", success: 2, failure: 1, probes: "+-+++-", ready: "---++-" },
];

for (const { name, success, failure, probes, ready } of cases) {
  test(name, () => {
    let streak = notProbed;
    const seen = [...probes].map((probe) => {
      streak = afterProbe(streak, probe === "+", { successThreshold: success, failureThreshold: failure });
      return streak.isReady ? "+" : "-";
    });
    assert.is(seen.join(""), ready);
  });
}

test.run();
