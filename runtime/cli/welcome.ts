import { chmodSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type AgentEvent, AgentEventResource } from "../../lib/api/agent-event.ts";
import { SecretType } from "../../lib/api/core-types.ts";
import { CLI_NAME } from "../../lib/api/group.ts";
import { TokenSecretKey, tokenSecretName } from "../../lib/api/keys.ts";
import { firePath } from "../../lib/api/network.ts";
import type { Standalone } from "../composition/standalone.ts";
import type { Store } from "../ports/store.ts";

/** How often, and how long a time apart, a token that is being made is looked for. */
const TOKEN_TRIES = 50;
const TOKEN_PAUSE_MS = 20;

/** How the program is called here: from a clone there is nothing on the PATH. */
const PROGRAM = import.meta.url.endsWith(".ts") ? "npm run -s tocsin --" : CLI_NAME;

/** What a person needs to see once the system serves: addresses, and lines to copy. */
export async function welcome(standalone: Standalone, dataFolder: string): Promise<string> {
  const { store, webhookURL, standIn, kubeconfig } = standalone;
  const { items } = await store.list(AgentEventResource);
  const event = items.find((each) => each.spec.source.type === "webhook");
  const lines = [
    "",
    "Tocsin is listening.",
    "",
    `  webhooks  ${webhookURL}/triggers/<namespace>/<event>/fire`,
  ];
  lines.push(`  kubectl   kubectl --kubeconfig ${shown(kubeconfig)} get tocsin`);
  lines.push(`  tocsin    ${PROGRAM} runs --kubeconfig ${shown(kubeconfig)}`);
  lines.push(`  metrics   ${standalone.metricsURL}/metrics`);
  if (standIn === undefined) lines.push("  model     the provider that OPENAI_BASE_URL names");
  else
    lines.push(
      `  model     a stand-in that knows nothing, ${standIn.baseURL} (set OPENAI_BASE_URL for a real one)`,
    );
  if (event !== undefined) {
    lines.push(...(await examples(store, event, webhookURL, dataFolder)));
    lines.push(...byHand(event, kubeconfig));
  }
  lines.push("", "Ctrl-C stops it; the next start goes on where it was.");
  return lines.join("\n");
}

/** The token stays in a file of its owner's: it shows neither on the screen nor among a process's arguments. */
async function examples(
  store: Store,
  event: AgentEvent,
  webhookURL: string,
  dataFolder: string,
): Promise<string[]> {
  const token = await tokenOf(store, event);
  if (token === undefined) return [];
  const { namespace = "", name } = event.metadata;
  const path = join(dataFolder, `${namespace}-${name}.header`);
  writeFileSync(path, `Authorization: Bearer ${token}\n`, { mode: 0o600 });
  chmodSync(path, 0o600);
  const url = `${webhookURL}${firePath(namespace, name)}`;
  const call = (query: string) =>
    `  curl -sS -H @${shown(path)} -d '{"topic": "the history of bells"}' '${url}${query}'`;
  return [
    "",
    `Fire the example event ${name} and wait for the agents' answer:`,
    call("?mode=sync"),
    "",
    "Or get a task id at once, and poll the address in its Location header:",
    call("").replace("curl -sS", "curl -sSi"),
  ];
}

/** The same without a webhook. */
function byHand({ metadata, spec }: AgentEvent, kubeconfig: string): string[] {
  const team = spec.targets[0]?.team;
  if (team === undefined) return [];
  const place = `-n ${metadata.namespace} --kubeconfig ${shown(kubeconfig)}`;
  return ["", "Or start its team by hand, and watch it:", `  ${PROGRAM} trigger ${team} --watch ${place}`];
}

async function tokenOf(store: Store, event: AgentEvent): Promise<string | undefined> {
  const { namespace, name } = event.metadata;
  for (let tries = 0; tries < TOKEN_TRIES; tries++) {
    const secret = await store.get(SecretType, { namespace, name: tokenSecretName(name) });
    const token = secret?.data?.[TokenSecretKey.token];
    if (token !== undefined) return Buffer.from(token, "base64").toString("utf8");
    await new Promise((done) => setTimeout(done, TOKEN_PAUSE_MS));
  }
  return undefined;
}

/** Absolute, so that the line works from any folder. */
function shown(path: string): string {
  return resolve(path);
}
