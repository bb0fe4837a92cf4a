import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { StoreFileError } from "../adapters/sqlite/store-file-error.ts";
import { applyManifests, ManifestError } from "../composition/apply-manifests.ts";
import { readSettings, SETTINGS } from "../composition/settings.ts";
import type { Standalone } from "../composition/standalone.ts";
import { ListenError } from "../http/server/listen-error.ts";
import type { Command } from "./command.ts";
import { ExitCode } from "./exit-code.ts";
import { startUnlessStopped } from "./start-unless-stopped.ts";
import { untilAskedToStop } from "./until-asked-to-stop.ts";
import { welcome } from "./welcome.ts";

const help = [
  "Runs everything on this machine: store, webhooks, agents and a Kubernetes-shaped API for kubectl.",
  "",
  "Usage: tocsin standalone [--apply <file>]...",
  "",
  "Flags:",
  "  --apply <file>   YAML to apply at the start; may be given again",
  "",
  "Settings (environment):",
  ...SETTINGS.map(({ name, byDefault, meaning }) => `  ${name.padEnd(22)} ${meaning} Default: ${byDefault}.`),
].join("\n");

/** `tocsin standalone`: the embedded system, until it is told to stop. */
export const standaloneCommand: Command = {
  name: "standalone",
  summary: "run everything on this machine, without a cluster",
  help,
  run,
};

type Manifest = { readonly file: string; readonly yaml: string };

async function run(args: readonly string[]): Promise<ExitCode> {
  const files = parse(args);
  if (files === undefined) return ExitCode.usage;
  const stopAsked = untilAskedToStop();
  try {
    const settings = readSettings(process.env);
    const manifests: Manifest[] = [];
    const standalone = await startUnlessStopped(stopAsked, async () => {
      for (const file of files) manifests.push({ file, yaml: await readFile(file, "utf8") });
      // Loaded by this command alone: the store needs a newer Node than the rest of the CLI, and time to load.
      const { startStandalone } = await import("../composition/standalone.ts");
      return startStandalone(settings);
    });
    if (standalone === undefined) return ExitCode.success;
    return await serve(standalone, manifests, settings.dataFolder, stopAsked);
  } catch (error) {
    console.error(`tocsin: ${messageOf(error)}`);
    const advice = adviceOn(error);
    if (advice !== undefined) console.error(advice);
    return ExitCode.usage;
  }
}

async function serve(
  standalone: Standalone,
  manifests: readonly Manifest[],
  dataFolder: string,
  stopAsked: Promise<void>,
): Promise<ExitCode> {
  try {
    for (const manifest of manifests) await apply(standalone, manifest);
    console.log(await welcome(standalone, dataFolder));
    await stopAsked;
    console.log("\nStopping; what is under way is finished after the next start.");
    return ExitCode.success;
  } finally {
    await standalone.stop();
  }
}

async function apply(standalone: Standalone, { file, yaml }: Manifest): Promise<void> {
  try {
    await applyManifests(standalone.store, yaml);
  } catch (error) {
    throw new ManifestError(`${file}: ${messageOf(error)}`, { cause: error });
  }
}

/** What a person can do about an error, where its message does not say it. */
function adviceOn(error: unknown): string | undefined {
  if (error instanceof ListenError) return "The ports are settings: tocsin standalone --help lists them.";
  if (error instanceof StoreFileError && error.flaw === "taken") {
    return "Stop the other copy, or give this one a folder of its own with TOCSIN_DATA.";
  }
  if (lacksSqlite(error))
    return `The store needs Node 22.13 or newer, and this is ${process.version}; the other commands run on it.`;
  return undefined;
}

function lacksSqlite(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === "ERR_UNKNOWN_BUILTIN_MODULE";
}

function parse(args: readonly string[]): readonly string[] | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { apply: { type: "string", multiple: true } },
    });
    return values.apply ?? [];
  } catch (error) {
    console.error(`tocsin: ${messageOf(error)}\nRun tocsin standalone --help for the flags.`);
    return undefined;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
