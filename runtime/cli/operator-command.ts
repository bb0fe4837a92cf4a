import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { OPERATOR_SETTINGS, readOperatorSettings } from "../composition/operator-settings.ts";
import { readSettings, SETTINGS } from "../composition/settings.ts";
import type { Command } from "./command.ts";
import { ExitCode } from "./exit-code.ts";
import { startUnlessStopped } from "./start-unless-stopped.ts";
import { untilAskedToStop } from "./until-asked-to-stop.ts";

/** Settings of the embedded store and its API, which an operator on a cluster has no use for. */
const STANDALONE_ONLY: readonly string[] = ["TOCSIN_DATA", "TOCSIN_API_PORT"];

const help = [
  "Runs the operator of a cluster, from inside or outside of it.",
  "",
  "Usage: tocsin operator [--kubeconfig <file>]",
  "",
  "Flags:",
  "  --kubeconfig <file>   how to reach the cluster; without it as kubectl does",
  "",
  "Settings (environment):",
  ...[...OPERATOR_SETTINGS, ...SETTINGS.filter(({ name }) => !STANDALONE_ONLY.includes(name))].map(
    ({ name, byDefault, meaning }) => `  ${name.padEnd(22)} ${meaning} Default: ${byDefault}.`,
  ),
].join("\n");

/** `tocsin operator`: one replica of a cluster's operator, until it is told to stop. */
export const operatorCommand: Command = {
  name: "operator",
  summary: "run the operator of a Kubernetes cluster",
  help,
  run,
};

async function run(args: readonly string[]): Promise<ExitCode> {
  const kubeconfig = parse(args);
  if (kubeconfig === false) return ExitCode.usage;
  const stopAsked = untilAskedToStop();
  try {
    const settings = readSettings(process.env);
    const own = readOperatorSettings(process.env, kubeconfig, randomUUID());
    const operator = await startUnlessStopped(stopAsked, async () => {
      // The Kubernetes client is loaded by this command alone: it takes half a second.
      const { startOperator } = await import("../composition/operator.ts");
      return startOperator(settings, own);
    });
    if (operator === undefined) return ExitCode.success;
    console.log(`Tocsin ${own.identity} serves webhooks at ${operator.webhookURL}`);
    console.log(`and metrics at ${operator.metricsURL}/metrics`);
    await stopAsked;
    await operator.stop();
    return ExitCode.success;
  } catch (error) {
    console.error(`tocsin: ${messageOf(error)}`);
    return ExitCode.usage;
  }
}

function parse(args: readonly string[]): string | undefined | false {
  try {
    return parseArgs({ args: [...args], options: { kubeconfig: { type: "string" } } }).values.kubeconfig;
  } catch (error) {
    console.error(`tocsin: ${messageOf(error)}\nRun tocsin operator --help for the flags.`);
    return false;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
