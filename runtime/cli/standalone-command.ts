import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { applyManifests } from "../composition/apply-manifests.ts";
import { readSettings, SETTINGS } from "../composition/settings.ts";
import { type Standalone, startStandalone } from "../composition/standalone.ts";
import { ExitCode } from "./exit-code.ts";
import type { Command } from "./run-cli.ts";
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

async function run(args: readonly string[]): Promise<ExitCode> {
  const files = parse(args);
  if (files === undefined) return ExitCode.usage;
  const stopAsked = untilAskedToStop();
  try {
    const settings = readSettings(process.env);
    const standalone = await startStandalone(settings);
    const code = await serve(standalone, files, settings.dataFolder, stopAsked);
    return code;
  } catch (error) {
    console.error(`tocsin: ${messageOf(error)}`);
    return ExitCode.usage;
  }
}

async function serve(
  standalone: Standalone,
  files: readonly string[],
  dataFolder: string,
  stopAsked: Promise<void>,
): Promise<ExitCode> {
  try {
    for (const file of files) await applyManifests(standalone.store, readFileSync(file, "utf8"));
    console.log(await welcome(standalone, dataFolder));
    await stopAsked;
    console.log("\nStopping; what is under way is finished after the next start.");
    return ExitCode.success;
  } finally {
    await standalone.stop();
  }
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

function untilAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
