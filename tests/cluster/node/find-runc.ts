import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../control-plane/binaries/build-binary.ts";
import { cacheFolder } from "../control-plane/binaries/cache-folder.ts";
import { runCommand, runSuccessfully } from "../control-plane/run-command.ts";

/**
 * Finds runc: the machine's own, that of the cache, or Debian's, unpacked into the cache and not installed.
 *
 * It is the one tool that Go alone can't build: it needs libseccomp, for the profile that restricted pods ask for.
 *
 * @throws Error when there is none and apt-get can't fetch it.
 */
export async function findRunc(report: Report): Promise<string> {
  if (await runs("runc")) return "runc";
  const folder = cacheFolder("runc-debian");
  const runc = join(folder, "usr/sbin/runc");
  if (existsSync(runc) && (await runs(runc))) return runc;
  report("fetching runc from the distribution's packages…");
  const unfinished = `${folder}.${process.pid}.unfinished`;
  mkdirSync(unfinished, { recursive: true });
  try {
    await download(unfinished);
    const file = readdirSync(unfinished).find((name) => name.endsWith(".deb"));
    if (file === undefined) throw new Error("apt-get has fetched no package of runc");
    await runSuccessfully("dpkg", ["-x", join(unfinished, file), unfinished]);
    await runSuccessfully(join(unfinished, "usr/sbin/runc"), ["--version"]);
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return runc;
}

/** A fresh machine has no lists of packages yet. */
async function download(folder: string): Promise<void> {
  const fetch = ["-q", "-o", "APT::Sandbox::User=root", "download", "runc"];
  if ((await runCommand("apt-get", fetch, { cwd: folder })).code === 0) return;
  await runSuccessfully("apt-get", ["-q", "update"]);
  await runSuccessfully("apt-get", fetch, { cwd: folder });
}

async function runs(runc: string): Promise<boolean> {
  try {
    return (await runCommand(runc, ["--version"])).code === 0;
  } catch {
    return false;
  }
}
