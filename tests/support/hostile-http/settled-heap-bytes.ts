import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** How many bytes are reachable: what is in use after everything else has been collected. */
export function settledHeapBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  // Twice: what the first collection finalises, the second one frees.
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
