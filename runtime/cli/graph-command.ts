import type { AgentTeam } from "../../lib/api/agent-team.ts";
import { CLUSTER_FLAGS } from "./cluster-flags.ts";
import { withCluster } from "./connect.ts";
import { defineCommand } from "./define-command.ts";
import { existing } from "./existing.ts";
import { ExitCode } from "./exit-code.ts";
import { objectText } from "./object-text.ts";
import { viewOptions } from "./print-view.ts";
import { TeamType } from "./resource-types.ts";
import { graphDot, graphMermaid } from "./views/graph-export.ts";
import { graphView } from "./views/graph-view.ts";
import type { ViewOptions } from "./views/paint.ts";

/** `tocsin graph <team>`: the pipeline of a team. */
export const graphCommand = defineCommand({
  name: "graph",
  summary: "draw a team's pipeline",
  about: "Draws a team's pipeline: each step below those that it depends on.",
  arguments: [{ name: "team", meaning: "name of the team" }],
  flags: {
    output: {
      short: "o",
      value: "<format>",
      choices: ["mermaid", "dot", "json", "yaml"],
      meaning: "mermaid, dot, json or yaml instead of a drawing",
    },
    ...CLUSTER_FLAGS,
  },
  examples: ["graph research", "graph research -o mermaid", "graph research -o dot | dot -Tsvg"],
  run: (call) =>
    withCluster(call.flags, call, async (cluster) => {
      const team = await existing(cluster, TeamType, call.arguments.team);
      const options = viewOptions(call.terminal, cluster.clock);
      call.terminal.print(await drawn(team, call.flags.output, options));
      return ExitCode.success;
    }),
});

async function drawn(team: AgentTeam, format: string | undefined, options: ViewOptions): Promise<string> {
  switch (format) {
    case undefined:
      return graphView(team.spec.steps, options).join("\n");
    case "mermaid":
      return graphMermaid(team).join("\n");
    case "dot":
      return graphDot(team).join("\n");
    default:
      return objectText(team, format);
  }
}
