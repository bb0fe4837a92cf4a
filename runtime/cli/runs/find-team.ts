import type { AgentTeam } from "../../../lib/api/agent-team.ts";
import { CLI_NAME } from "../../../lib/api/group.ts";
import { CliError } from "../cli-error.ts";
import type { Cluster } from "../connect.ts";
import { nearestName } from "../nearest-name.ts";
import { TeamType } from "../resource-types.ts";

/** Most teams among whose names one is looked for that may have been meant. */
const MAX_NAMES = 500;
/** Most names in a message. */
const MAX_SHOWN = 8;

/** Reads a team. Throws CliError that names those there are, where there is none of that name. */
export async function findTeam(cluster: Cluster, name: string): Promise<AgentTeam> {
  const { store, namespace } = cluster;
  const team = await store.get(TeamType, { namespace, name });
  if (team !== undefined) return team;
  const what = `there is no team ${name} in the namespace ${namespace}`;
  throw new CliError(what, await adviceOn(cluster, name));
}

async function adviceOn({ store, namespace }: Cluster, name: string): Promise<string> {
  const elsewhere = `Another namespace is chosen with -n; ${CLI_NAME} <command> --help has the flags.`;
  try {
    const { items } = await store.list(TeamType, { namespace, limit: MAX_NAMES });
    const known = items.map(({ metadata }) => metadata.name);
    const meant = nearestName(name, known);
    if (meant !== undefined) return `Did you mean ${meant}?`;
    return known.length === 0 ? elsewhere : `There are ${known.slice(0, MAX_SHOWN).join(", ")}. ${elsewhere}`;
  } catch {
    // Whoever may not list them is told no less than that there is no such team.
    return elsewhere;
  }
}
