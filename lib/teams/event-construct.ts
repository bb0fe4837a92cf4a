import { Construct } from "constructs";
import {
  AgentEvent,
  type AgentEventSpecConcurrencyPolicy,
  type AgentEventSpecSource,
} from "../../imports/tocsin.dev.ts";
import { AgentEventResource, type AgentEventSpec } from "../api/agent-event.ts";
import { checkObject } from "./check-object.ts";
import { given } from "./given.ts";
import { InvalidConstructError } from "./invalid-construct-error.ts";
import { referencesIn } from "./references-in.ts";
import type { Target, Targets } from "./target.ts";
import type { Trigger } from "./trigger.ts";

/** What every event is made of. `T` is what its fires know. */
export type EventProps<T> = {
  /**
   * Name of the AgentEvent, at most 48 characters.
   * @default - the construct's id
   */
  readonly name?: string;
  /** Teams that each fire starts, in parallel. */
  readonly targets: Targets<T>;
  /**
   * `Forbid` skips a fire while a run of this event is active.
   * @default "Allow"
   */
  readonly concurrencyPolicy?: AgentEventSpec["concurrencyPolicy"];
  /**
   * Whether nothing fires.
   * @default false
   */
  readonly suspended?: boolean;
};

/** What the subclasses have in common: one AgentEvent. Teams extend WebhookEvent, CronEvent or TeamOutputEvent. */
export abstract class EventConstruct<T extends Trigger> extends Construct {
  readonly name: string;

  constructor(scope: Construct, id: string, props: EventProps<T>, source: AgentEventSpecSource, trigger: T) {
    super(scope, id);
    this.name = props.name ?? id;
    const targets = typeof props.targets === "function" ? props.targets(trigger) : props.targets;
    const flaws = targets.flatMap((target) => referencesLeadNowhere(target, trigger));
    if (flaws.length > 0) throw new InvalidConstructError(this, flaws);
    const event = new AgentEvent(this, "event", {
      metadata: { name: this.name },
      spec: {
        source,
        targets: targets.map(({ team, input }) =>
          Object.keys(input).length === 0 ? { team } : { team, input: { ...input } },
        ),
        ...given({
          concurrencyPolicy: props.concurrencyPolicy as AgentEventSpecConcurrencyPolicy | undefined,
          suspended: props.suspended,
        }),
      },
    });
    checkObject(this, event, AgentEventResource);
  }
}

/** Finds fields that this kind of fire does not have, in inputs that were written by hand. */
function referencesLeadNowhere({ team, input }: Target, trigger: Trigger): string[] {
  return Object.entries(input).flatMap(([key, template]) =>
    referencesIn(template)
      .filter(([root, field]) => root !== "trigger" || (field !== undefined && !(field in trigger)))
      .map(
        (path) => `input "${key}" of target ${team} reads .${path.join(".")}, which this event does not have`,
      ),
  );
}
