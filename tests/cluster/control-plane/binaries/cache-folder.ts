import { homedir } from "node:os";
import { join } from "node:path";

/**
 * A folder of the user's cache for what the test cluster is built of, one for each version and kind of machine.
 *
 * @param version what is in it, as in `v1.36.2`
 */
export function cacheFolder(version: string): string {
  const configured = process.env["XDG_CACHE_HOME"];
  const base = configured === undefined || configured === "" ? join(homedir(), ".cache") : configured;
  return join(base, "tocsin", "test-cluster", `${version}-${process.platform}-${process.arch}`);
}
