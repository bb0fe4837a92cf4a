/**
 * `npm run bench:cluster [-- intake latency …] [--rounds 3] [--out out/bench]`: figures on a real API server, which is
 * started for it as for the tests, each beside a bare client of the same server (docs/benchmarks.md).
 */
import type { ControlPlane } from "../cluster/control-plane/control-plane.ts";
import { startControlPlane } from "../cluster/control-plane/start-control-plane.ts";
import { installCrds } from "../cluster/install-crds.ts";
import { measureClusterIntake, measureLatency } from "./cluster/measure-intake.ts";
import { measureClusterOverhead } from "./cluster/measure-overhead.ts";
import { measureClusterStart } from "./cluster/measure-start.ts";
import { measureWholeWay } from "./cluster/measure-whole-way.ts";
import { runBenches } from "./report/run-benches.ts";

const plane: ControlPlane = await startControlPlane((line) => console.log(line));
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void plane.stop().finally(() => process.exit(1)));
}
try {
  await installCrds(plane);
  await runBenches(
    "cluster",
    {
      intake: (rounds) => measureClusterIntake(plane, rounds),
      latency: (rounds) => measureLatency(plane, rounds),
      "whole-way": (rounds) => measureWholeWay(plane, rounds),
      overhead: (rounds) => measureClusterOverhead(plane, rounds),
      start: (rounds) => measureClusterStart(plane, rounds),
    },
    process.argv.slice(2),
  );
} finally {
  await plane.stop();
}
