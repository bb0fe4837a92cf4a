import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { runSuccessfully } from "../run-command.ts";
import { askVersion, type BinaryName, versionOf } from "./component-binary.ts";
import { builtVersion, goModuleFolder } from "./kubernetes-version.ts";

/** What a build says of its progress. */
export type Report = (line: string) => void;

/** A build takes minutes of every core; whoever works on the machine meanwhile goes first. */
const NICENESS = "10";

/** What to expect on two cores with a cold cache; each build leaves much to the next. */
const EXPECTED: Readonly<Record<BinaryName, string>> = {
  etcd: "about a minute",
  "kube-apiserver": "about 5 minutes",
  "kube-controller-manager": "about a minute",
  "kube-scheduler": "about a minute",
  kubelet: "about a minute",
  kubectl: "about a minute",
};

/**
 * Builds a component from the Go module and puts it at a path, whole or not at all.
 *
 * @throws Error when Go is missing or too old, its modules can't be had, or what was built does not run.
 */
export async function buildBinary(name: BinaryName, path: string, report: Report): Promise<void> {
  const startedAt = performance.now();
  await runSuccessfully("go", ["version"]); // says that Go is missing before anything promises a build
  report(`building ${name} ${versionOf(name)} (${EXPECTED[name]} when nothing is cached)…`);
  mkdirSync(dirname(path), { recursive: true });
  removeUnfinished(dirname(path));
  const unfinished = `${path}.${process.pid}.unfinished`;
  try {
    await runSuccessfully(
      "nice",
      ["-n", NICENESS, "go", "build", "-trimpath", "-ldflags", linkerFlags(), "-o", unfinished, `./${name}`],
      { cwd: goModuleFolder, env: { CGO_ENABLED: "0", GOWORK: "off", GOFLAGS: "-mod=readonly" } },
    );
    const version = await askVersion(name, unfinished);
    if (version !== versionOf(name)) throw new Error(`the built ${name} says its version is ${version}`);
    // A process that dies before this line leaves no binary; two that build at once leave the same one.
    renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
  report(`built ${name} in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
}

/** Removes what builds that were killed have left. */
function removeUnfinished(folder: string): void {
  for (const file of readdirSync(folder)) {
    const pid = /\.(\d+)\.unfinished$/.exec(file)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(folder, file));
  }
}

/** Kubernetes learns its version from the linker; without it the API server calls itself v0.0.0. */
function linkerFlags(): string {
  const version = builtVersion("k8s.io/kubernetes");
  const [major, minor] = version.replace(/^v/, "").split(".");
  const values = [`gitVersion=${version}`, `gitMajor=${major}`, `gitMinor=${minor}`];
  const variables = ["k8s.io/component-base/version", "k8s.io/client-go/pkg/version"].flatMap((path) =>
    values.map((value) => `-X ${path}.${value}`),
  );
  return ["-s", "-w", ...variables].join(" ");
}
