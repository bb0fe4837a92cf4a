import { CLI_NAME, GROUP, RELEASE, VERSION } from "../../lib/api/group.ts";
import { KubeconfigError } from "../adapters/kubeconfig/read-kubeconfigs.ts";
import type { ApiConnection } from "../adapters/kubernetes/api-connection.ts";
import { isStoreError, StoreError, StoreErrorReason } from "../ports/store-error.ts";
import { CLUSTER_FLAGS, OUTPUT_FLAGS } from "./cluster-flags.ts";
import { withCluster } from "./connect.ts";
import { type Call, defineCommand } from "./define-command.ts";
import { ExitCode } from "./exit-code.ts";
import { printView } from "./print-view.ts";
import { printableLine } from "./views/printable.ts";

const flags = { ...OUTPUT_FLAGS, ...CLUSTER_FLAGS } as const;

/** What a cluster says of itself. */
type Server = {
  readonly version: string;
  readonly address: string;
  /** The served version of Tocsin's kinds; null where they are not installed. */
  readonly kinds: string | null;
};

/** Long enough for a server that is there; nobody waits longer for a version. */
const LIMIT_MS = 3_000;

/** `tocsin version`: the program's version, and the cluster's where one can be reached. */
export const versionCommand = defineCommand({
  name: "version",
  summary: "print the program's version, and the cluster's",
  about: "Prints the program's version, and the cluster's where one can be reached.",
  arguments: [],
  flags,
  examples: ["version", "version -o json"],
  run: async (call) => {
    const client = { version: RELEASE };
    const server = await reached(call);
    const value = { client, ...(server === undefined ? {} : { server }) };
    await printView(call.terminal, call.flags.output, value, () => [
      `client: ${CLI_NAME} ${client.version}`,
      ...(server === undefined ? [] : serverLines(server)),
    ]);
    return ExitCode.success;
  },
});

function serverLines({ version, address, kinds }: Server): readonly string[] {
  return [
    `server: ${printableLine(version)} at ${address}`,
    kinds === null ? `kinds:  ${GROUP} is not installed` : `kinds:  ${kinds}`,
  ];
}

/** The version of the program is told in any case. */
async function reached(call: Call<typeof flags, readonly []>): Promise<Server | undefined> {
  try {
    return await withCluster(call.flags, call, async ({ connection, login }) => {
      const [version, kinds] = await Promise.all([versionOf(connection), kindsOf(connection)]);
      return { version, address: login.cluster.server, kinds };
    });
  } catch (error) {
    if (!(error instanceof StoreError) && !(error instanceof KubeconfigError)) throw error;
    call.terminal.complain(`${CLI_NAME}: no server's version: ${error.message}`);
    return undefined;
  }
}

async function versionOf(connection: ApiConnection): Promise<string> {
  const told = (await ask(connection, "/version")) as { readonly gitVersion?: unknown };
  return typeof told.gitVersion === "string" ? told.gitVersion : "of an unknown version";
}

async function kindsOf(connection: ApiConnection): Promise<string | null> {
  try {
    await ask(connection, `/apis/${GROUP}/${VERSION}`);
    return `${GROUP}/${VERSION}`;
  } catch (error) {
    // A group that is not served is answered as a server that can't serve: the version has shown that this one can.
    if (isStoreError(error, StoreErrorReason.unavailable)) return null;
    throw error;
  }
}

function ask(connection: ApiConnection, path: string): Promise<unknown> {
  return connection.call({ method: "GET", path, limitMs: LIMIT_MS });
}
