import { homedir } from "node:os";
import type { KubeObject } from "../../../lib/api/object.ts";
import type { ResourceType } from "../../../lib/api/resource-type.ts";
import { COMMANDS } from "../commands.ts";
import { withCluster } from "../connect.ts";
import { ExitCode } from "../exit-code.ts";
import { EventType, RunType, TeamType } from "../resource-types.ts";
import { printableLine } from "../views/printable.ts";
import { type Completion, type NameKind, offer, planCompletion } from "./plan-completion.ts";

/** Longest that somebody who has pressed a key waits for names. */
const LIMIT_MS = 2_000;
/** Most names that are offered. */
const MAX_NAMES = 200;
/** A line that has the shell offer files. */
const FILES = ":files";

const TYPES: Readonly<Record<NameKind, ResourceType<KubeObject>>> = {
  team: TeamType,
  event: EventType,
  run: RunType,
};

/**
 * Prints what may stand at the cursor, one a line, after a tab what it means, and ends the process: a call that is
 * under way would keep the shell waiting. Never fails: where nothing is known, nothing is offered.
 */
export async function complete(words: readonly string[]): Promise<never> {
  const lines = await linesOf(await completionOf(words)).catch(() => []);
  await new Promise<void>((resolve) => {
    process.stdout.write(lines.map((line) => `${line}\n`).join(""), () => resolve());
  });
  process.exit(ExitCode.success);
}

async function completionOf([name = "", ...rest]: readonly string[]): Promise<Completion> {
  const names = COMMANDS.map((each) => ({ text: each.name, about: each.summary }));
  if (rest.length === 0) return offer([...names, { text: "help", about: "what a command takes" }], name);
  if (name === "help") return rest.length === 1 ? offer(names, rest[0] ?? "") : offer([], "");
  const entry = COMMANDS.find((each) => each.name === name);
  return entry === undefined ? offer([], "") : planCompletion(await entry.load(), rest);
}

async function linesOf(completion: Completion): Promise<readonly string[]> {
  switch (completion.kind) {
    case "files":
      return [FILES];
    case "words":
      return completion.candidates.map(({ text, about }) =>
        about === undefined ? text : `${text}\t${about}`,
      );
    case "names":
      return (await namesOf(completion)).filter((name) => name.startsWith(completion.prefix));
  }
}

/** A cluster that is out of reach, or slow, or refuses, has no names. */
async function namesOf({ of, flags }: Extract<Completion, { kind: "names" }>): Promise<readonly string[]> {
  const { kubeconfig, context, namespace } = flags;
  const listed = withCluster(
    { kubeconfig, context, namespace },
    { environment: process.env, home: homedir() },
    async ({ store, namespace: place }) => {
      const { items } = await store.list(TYPES[of], { namespace: place, limit: MAX_NAMES });
      return items.map(({ metadata }) => printableLine(metadata.name));
    },
  ).catch(() => []);
  const late = new Promise<readonly string[]>((resolve) => {
    setTimeout(() => resolve([]), LIMIT_MS).unref();
  });
  return Promise.race([listed, late]);
}
