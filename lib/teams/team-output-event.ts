import type { Construct } from "constructs";
import {
  type AgentEventSpecSourceTeamOutputOnPhase,
  AgentEventSpecSourceType,
} from "../../imports/tocsin.dev.ts";
import { EventConstruct, type EventProps } from "./event-construct.ts";
import { given } from "./given.ts";
import { TeamOutputTrigger } from "./trigger.ts";

/** What an event on another team's result is made of. */
export type TeamOutputEventProps = EventProps<TeamOutputTrigger> & {
  /** The team to watch: a Team, or the name of one that is made elsewhere in the namespace. */
  readonly upstream: { readonly name: string; readonly steps: object } | string;
  /**
   * How the upstream run has to end; `*` is either way.
   * @default "Succeeded"
   */
  readonly onPhase?: "Succeeded" | "Failed" | "*";
};

/** Starts teams when a run of another team ends. */
export class TeamOutputEvent extends EventConstruct<TeamOutputTrigger> {
  constructor(scope: Construct, id: string, props: TeamOutputEventProps) {
    const { upstream, onPhase } = props;
    const teamOutput = {
      name: typeof upstream === "string" ? upstream : upstream.name,
      ...given({ onPhase: onPhase as AgentEventSpecSourceTeamOutputOnPhase | undefined }),
    };
    const source = { type: AgentEventSpecSourceType.TEAM_HYPHEN_OUTPUT, teamOutput };
    super(scope, id, props, source, new TeamOutputTrigger());
  }
}
