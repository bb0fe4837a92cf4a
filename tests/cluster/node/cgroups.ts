import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { until } from "../control-plane/until.ts";

/** The kernel lets go of an ended process's cgroup a moment after the process. */
const GONE_LIMIT_MS = 20_000;

/** Where cgroups are made: every hierarchy of version 1 if there are any, else that of version 2. */
export function cgroupHierarchies(): string[] {
  const first = mountsOf("cgroup");
  return first.length > 0 ? first : mountsOf("cgroup2");
}

function mountsOf(kind: "cgroup" | "cgroup2"): string[] {
  return readFileSync("/proc/self/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .filter(([, , type]) => type === kind)
    .map(([, path]) => path ?? "");
}

/** Makes the cgroup that a kubelet puts all of its pods under. */
export function makeCgroup(name: string): void {
  for (const hierarchy of cgroupHierarchies()) {
    const path = join(hierarchy, name);
    mkdirSync(path, { recursive: true });
    const controllers = join(hierarchy, "cgroup.subtree_control");
    if (existsSync(controllers)) writeFileSync(controllers, "+cpu +cpuset +memory +pids +io");
    // Empty in a new cgroup of version 1, and nothing can run in one like that.
    for (const file of ["cpuset.cpus", "cpuset.mems"])
      if (existsSync(join(path, file)) && existsSync(join(hierarchy, file)) && !existsSync(controllers))
        writeFileSync(join(path, file), readFileSync(join(hierarchy, file)));
  }
}

/** Removes a cgroup with all that are below it, as soon as nothing runs in them any more. */
export async function removeCgroup(name: string): Promise<void> {
  // runc makes one in a hierarchy of version 2 as well where that is mounted beside those of version 1.
  for (const hierarchy of [...mountsOf("cgroup"), ...mountsOf("cgroup2")]) {
    const path = join(hierarchy, name);
    await until(`${path} gone`, GONE_LIMIT_MS, () => (isRemoved(path) ? true : undefined));
  }
}

function isRemoved(path: string): boolean {
  try {
    for (const entry of readdirSync(path, { withFileTypes: true }))
      if (entry.isDirectory() && !isRemoved(join(path, entry.name))) return false;
    rmdirSync(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}

/** Every process below a cgroup in those whose path names something, but for the pause of a pod. */
export function processesBelow(name: string, part: string): number[] {
  const root = join(
    cgroupHierarchies().find((path) => path.endsWith("/pids")) ?? cgroupHierarchies()[0] ?? "",
    name,
  );
  return globSync(`**/${part}/**/cgroup.procs`, { cwd: root })
    .flatMap((file) => readFileSync(join(root, file), "utf8").split("\n"))
    .filter((line) => line !== "" && readFileSync(`/proc/${line}/comm`, "utf8").trim() !== "pause")
    .map(Number);
}
