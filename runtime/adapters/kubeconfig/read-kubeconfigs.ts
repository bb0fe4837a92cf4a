import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { FILE_FIELDS, type KubeconfigEntries } from "./kubeconfig-entries.ts";

/** Thrown where no way to a cluster can be read; the message names the file, and what is wrong with it. */
export class KubeconfigError extends Error {
  override readonly name = "KubeconfigError";
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads kubeconfig files and merges them as kubectl does: the first that says something of a name wins, and a file
 * that is missing is passed over. Undefined where there is none. Throws {@link KubeconfigError}.
 * Source: https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/
 */
export async function readKubeconfigs(paths: readonly string[]): Promise<KubeconfigEntries | undefined> {
  let currentContext: string | undefined;
  let isAny = false;
  const lists = { clusters: new Map(), users: new Map(), contexts: new Map() };
  for (const path of paths) {
    const text = textOf(path);
    if (text === undefined) continue;
    isAny = true;
    const config = fieldsOf(await parse(text, path), path);
    currentContext ??= textIn(config["current-context"]);
    for (const [list, key] of [
      ["clusters", "cluster"],
      ["users", "user"],
      ["contexts", "context"],
    ] as const) {
      for (const [name, entry] of namedEntries(config, { list, key, path })) {
        if (!lists[list].has(name)) lists[list].set(name, withAbsoluteFiles(entry, dirname(path)));
      }
    }
  }
  return isAny ? { currentContext, ...lists } : undefined;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as { readonly code?: string };
    if (code === "ENOENT") return undefined;
    throw new KubeconfigError(`the kubeconfig ${path} can't be read: ${code}`);
  }
}

/** JSON is tried first: standalone writes it, and the reader of YAML takes longer to load than the call that follows. */
async function parse(text: string, path: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    const { parseYaml } = await import("./parse-yaml.ts");
    try {
      return parseYaml(text, { maxAliasCount: 100 });
    } catch {
      // The parser's own words are not repeated: they quote the file, which holds credentials.
      throw new KubeconfigError(`the kubeconfig ${path} is not YAML`);
    }
  }
}

function namedEntries(
  config: Fields,
  { list, key, path }: { readonly list: string; readonly key: string; readonly path: string },
): [name: string, entry: Fields][] {
  const entries = config[list] ?? [];
  if (!Array.isArray(entries)) throw new KubeconfigError(`${list} of the kubeconfig ${path} is not a list`);
  return entries.map((item: unknown) => {
    const named = fieldsOf(item, path);
    return [textIn(named["name"]) ?? "", fieldsOf(named[key], path)];
  });
}

function withAbsoluteFiles(entry: Fields, folder: string): Fields {
  const files = FILE_FIELDS.flatMap((field) => {
    const path = textIn(entry[field]);
    return path === undefined ? [] : [[field, resolve(folder, path)] as const];
  });
  return { ...entry, ...Object.fromEntries(files) };
}

function fieldsOf(value: unknown, path: string): Fields {
  if (value === undefined || value === null) return {};
  if (typeof value === "object" && !Array.isArray(value)) return value as Fields;
  throw new KubeconfigError(`the kubeconfig ${path} does not look like one`);
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
