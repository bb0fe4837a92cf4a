import { randomBytes } from "node:crypto";
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/** Name of the cluster, the user and the context in a standalone server's kubeconfig. */
const STANDALONE_CONTEXT = "tocsin-standalone";

/** What a kubeconfig tells its reader. */
export type KubeconfigFacts = {
  /** `https://127.0.0.1:port`: a kubectl sends no token over plain HTTP. */
  readonly server: string;
  /** The server's certificate, PEM. */
  readonly certificate: string;
  readonly token: string;
  readonly namespace?: string;
};

/**
 * Writes a kubeconfig that only its owner can read (0600), whole or not at all, and makes its folder (0700)
 * where there is none. Throws what the file system says, without the token.
 */
export function writeKubeconfig(path: string, facts: KubeconfigFacts): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    // "wx" follows no link that somebody has put there; the rename replaces a link, not its target.
    const file = openSync(draft, "wx", 0o600);
    try {
      writeSync(file, kubeconfig(facts));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    chmodSync(draft, 0o600);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** JSON is YAML: every client reads it, and nothing has to be quoted by hand. */
function kubeconfig({ server, certificate, token, namespace = "default" }: KubeconfigFacts): string {
  const name = STANDALONE_CONTEXT;
  const cluster = { server, "certificate-authority-data": Buffer.from(certificate).toString("base64") };
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name, cluster }],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name, namespace } }],
    "current-context": name,
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}
