import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runSuccessfully } from "../../control-plane/run-command.ts";

const NODE_PATH = "/usr/local/bin/node";

/** The accounts of the image that stands for it, by number and name. */
const PASSWD = `root:x:0:0:root:/root:/sbin/nologin
nobody:x:65534:65534:nobody:/nonexistent:/sbin/nologin
`;

/**
 * Lays out what the Dockerfile's base gives the product: Node, the libraries it is linked to, and little else.
 * All of it comes from this machine, since no registry can be reached.
 */
export async function layOutBase(root: string, node: string): Promise<void> {
  const put = (from: string, to: string) => {
    mkdirSync(dirname(join(root, to)), { recursive: true });
    copyFileSync(from, join(root, to)); // follows links: a library's name of one version leads to its file
  };
  put(node, NODE_PATH);
  chmodSync(join(root, NODE_PATH), 0o755);
  for (const path of await librariesOf(node)) put(path, path);
  mkdirSync(join(root, "etc"));
  writeFileSync(join(root, "etc/passwd"), PASSWD);
  writeFileSync(join(root, "etc/group"), "root:x:0:\nnogroup:x:65534:\n");
  mkdirSync(join(root, "tmp"));
  chmodSync(join(root, "tmp"), 0o1777);
}

/** What the dynamic linker would load, itself included; it goes by these very paths. */
async function librariesOf(binary: string): Promise<string[]> {
  const lines = (await runSuccessfully("ldd", [binary])).split("\n");
  const paths = lines.map((line) => /(?:=> )?(\/\S+) \(0x/.exec(line)?.[1]);
  const found = paths.filter((path) => path !== undefined);
  if (found.length === 0) throw new Error(`ldd names no library of ${binary}`);
  return found;
}
