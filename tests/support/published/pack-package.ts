import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { npmEnvironment } from "./npm-environment.ts";

/** Packs the project into a folder, as `npm publish` would, and gives the tarball's path. */
export function packPackage(folder: string): string {
  const options = ["--json", "--loglevel=error", "--pack-destination", folder];
  const said = execFileSync("npm", ["pack", ...options], { encoding: "utf8", env: npmEnvironment() });
  const [packed] = JSON.parse(said.slice(said.indexOf("["))) as { filename: string }[];
  if (packed === undefined) throw new Error(`npm packed nothing: ${said}`);
  return join(folder, packed.filename);
}
