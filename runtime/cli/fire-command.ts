import type { Duplex } from "node:stream";
import { CLI_NAME } from "../../lib/api/group.ts";
import { clientConfig } from "../adapters/kubeconfig/client-config.ts";
import { CliError } from "./cli-error.ts";
import { CLUSTER_FLAGS, OUTPUT_FLAGS } from "./cluster-flags.ts";
import { type Cluster, withCluster } from "./connect.ts";
import { type Call, defineCommand } from "./define-command.ts";
import { existing } from "./existing.ts";
import { ExitCode } from "./exit-code.ts";
import { type FireReport, fireReport } from "./fire/fire-report.ts";
import { type FireRoute, fireRoute } from "./fire/fire-route.ts";
import { readyOperatorPod } from "./fire/operator-pod.ts";
import { openPodTunnel } from "./fire/pod-tunnel.ts";
import { postFire } from "./fire/post-fire.ts";
import { isStream, readAnswer, readStream } from "./fire/read-answer.ts";
import { objectText } from "./object-text.ts";
import { readText } from "./read-text.ts";
import { EventType } from "./resource-types.ts";
import { Patience } from "./runs/patience.ts";
import { DEFAULT_TIMEOUT, timeoutMs } from "./runs/wait-flags.ts";
import type { Terminal } from "./terminal.ts";
import { tokenIn, tokenSecretOf } from "./token-of-event.ts";
import { printable } from "./views/printable.ts";

const flags = {
  body: {
    value: "<json>",
    meaning: "body of the request, {} unless given; @file reads a file, - standard input",
  },
  mode: {
    value: "<mode>",
    choices: ["async", "sync", "sse"],
    meaning: "async answers at once, sync waits for the output, sse follows what happens",
  },
  sync: { meaning: "the same as --mode sync" },
  timeout: { value: "<duration>", meaning: `longest wait of sync and sse; ${DEFAULT_TIMEOUT} unless given` },
  address: { value: "<url>", meaning: "base address of the webhook endpoint; without it the event's own" },
  ...OUTPUT_FLAGS,
  ...CLUSTER_FLAGS,
} as const;
const words = [{ name: "event", meaning: "name of the webhook event" }] as const;
type FireCall = Call<typeof flags, typeof words>;

/** How long an answer may take beyond what the server was asked to wait. */
const ANSWER_MS = 20_000;
const BODY = {
  name: "body",
  advice: `--body is JSON, such as '{"topic": "bells"}', @file, or - for standard input.`,
};

/** `tocsin fire <event>`: a request as a webhook's callers send it. */
export const fireCommand = defineCommand({
  name: "fire",
  summary: "post to a webhook event, as its callers do",
  about:
    "Posts to a webhook event as its callers do, with the event's own token. Where its address is inside the cluster, the request goes through a port-forward to one of the operator's pods.",
  arguments: words,
  flags,
  examples: [
    `fire research --body '{"topic": "the history of bells"}' --sync`,
    "fire review --body @pull-request.json",
    "fire research --mode sse --address http://127.0.0.1:8092",
  ],
  run: async (call) => {
    const mode = modeOf(call);
    const waitMs = timeoutMs(call.flags.timeout ?? DEFAULT_TIMEOUT);
    const body = readText(call.flags.body ?? "{}", BODY);
    return withCluster(call.flags, call, async (cluster) => {
      using patience = new Patience(mode === "async" ? ANSWER_MS : waitMs + ANSWER_MS, cluster.timers);
      try {
        return await fire(call, cluster, { mode, body, signal: patience.signal });
      } catch (error) {
        if (patience.why === undefined) throw error;
        return givenUp(call.terminal, cluster, patience.why === "interrupted");
      }
    });
  },
});

type Shot = { readonly mode: string; readonly body: string; readonly signal: AbortSignal };

async function fire(call: FireCall, cluster: Cluster, { mode, body, signal }: Shot): Promise<ExitCode> {
  const { terminal } = call;
  const token = tokenIn(await tokenSecretOf(cluster, call.arguments.event));
  const route = await routeOf(call, cluster);
  if (mode !== "async") {
    route.url.searchParams.set("mode", mode);
    if (call.flags.timeout !== undefined) route.url.searchParams.set("timeout", call.flags.timeout);
  }
  const connection = await tunnelOf(route, cluster);
  try {
    const answer = await postFire({ url: route.url, token, body, signal, connection });
    const tell = (name: string, data: string) => terminal.print(printable(`${name} ${data}`));
    const told = isStream(answer) ? await readStream(answer, tell) : await readAnswer(answer);
    const code = answer.statusCode ?? 0;
    const report = fireReport({
      code,
      body: told,
      event: call.arguments.event,
      sameFlags: cluster.sameFlags,
    });
    const shown = isStream(answer) && report.exitCode === ExitCode.success ? undefined : report.output;
    await show(terminal, { ...report, output: shown }, call.flags.output, told);
    return report.exitCode;
  } finally {
    connection?.destroy();
  }
}

async function show(
  terminal: Terminal,
  { output, lines }: FireReport,
  format: string | undefined,
  answer: unknown,
): Promise<void> {
  if (format !== undefined) return terminal.print(await objectText(answer, format));
  // Whoever pipes an output gets it as it is.
  if (output !== undefined) terminal.print(terminal.output.isLive ? printable(output) : output);
  for (const line of lines) terminal.complain(line);
}

/** The event is read for its address alone, which somebody may have named. */
async function routeOf(
  { flags: { address }, arguments: { event } }: FireCall,
  cluster: Cluster,
): Promise<FireRoute> {
  const { namespace, login } = cluster;
  const isInCluster = login.context === "in-cluster";
  const status = address === undefined ? (await existing(cluster, EventType, event)).status : undefined;
  return fireRoute({ namespace, event, address, webhookURL: status?.webhookURL, isInCluster });
}

async function tunnelOf(route: FireRoute, { store, login }: Cluster): Promise<Duplex | undefined> {
  if (route.kind === "direct") return undefined;
  const { namespace, port } = route;
  const pod = await readyOperatorPod(store, namespace);
  return openPodTunnel(await clientConfig(login), { namespace, pod, port });
}

function modeOf({ flags: { mode, sync, output } }: FireCall): string {
  if (sync && mode !== undefined && mode !== "sync")
    throw new CliError(`--sync and --mode ${mode} contradict each other`, "Leave one of them out.");
  if (mode === "sse" && output !== undefined)
    throw new CliError(
      "-o can't be given with --mode sse, which prints events as they come",
      "Leave one out.",
    );
  return mode ?? (sync ? "sync" : "async");
}

function givenUp(terminal: Terminal, { sameFlags }: Cluster, isInterrupted: boolean): ExitCode {
  const what = isInterrupted ? "interrupted" : "the webhook endpoint has not answered in time";
  terminal.complain(`${CLI_NAME}: ${what}; what was fired goes on`);
  terminal.complain(`See what runs: ${CLI_NAME} runs${sameFlags}`);
  return isInterrupted ? ExitCode.interrupted : ExitCode.timeout;
}
