import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ClusterFolder } from "./cluster-folder.ts";

const guardianPath = fileURLToPath(new URL("./guardian.ts", import.meta.url));

/** Starts the process that removes a test cluster when this process ends without having done so. */
export function setGuardian(folder: ClusterFolder): void {
  const guardian = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", guardianPath, folder.path],
    {
      detached: true,
      stdio: ["pipe", "ignore", "inherit"],
    },
  );
  guardian.unref();
  // The pipe must not keep this process alive: that it closes with the process is its whole purpose.
  (guardian.stdin as unknown as { unref(): void }).unref();
}
