import { Construct } from "constructs";
import {
  AgentEvent,
  type AgentEventSpecConcurrencyPolicy,
  type AgentEventSpecSource,
} from "../../imports/tocsin.dev.ts";
import { cronNeverComes } from "../../runtime/domain/schedule/cron-never-comes.ts";
import { parseCron } from "../../runtime/domain/schedule/parse-cron.ts";
import { scheduleNeverFires } from "../../runtime/domain/schedule/schedule-flaw.ts";
import { checkTemplate } from "../../runtime/domain/template/check-template.ts";
import { describeFlaw } from "../../runtime/domain/template/template-flaw.ts";
import { targetScope } from "../../runtime/domain/template/template-scope.ts";
import { AgentEventResource, type AgentEventSpec } from "../api/agent-event.ts";
import { checkObject } from "./check-object.ts";
import { closed } from "./closed.ts";
import { given } from "./given.ts";
import { InvalidConstructError } from "./invalid-construct-error.ts";
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

/**
 * What the subclasses have in common: one AgentEvent. Teams extend WebhookEvent, CronEvent or TeamOutputEvent.
 *
 * @throws InvalidConstructError with the construct's path, from the constructor, when a name or the schedule is
 *   wrong, or an input's template can't be read or reads what such an event does not have.
 */
export abstract class EventConstruct<T extends Trigger> extends Construct {
  readonly name: string;

  constructor(scope: Construct, id: string, props: EventProps<T>, source: AgentEventSpecSource, trigger: T) {
    super(scope, id);
    this.name = props.name ?? id;
    const targets =
      typeof props.targets === "function" ? props.targets(this.#offered(trigger)) : props.targets;
    const flaws = [
      ...scheduleIsWrong(source.cron),
      ...targets.flatMap((target) => templatesAreInvalid(target, source.type)),
    ];
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

  #offered(trigger: T): T {
    return closed(this, trigger, (field) => `a fire of this kind of event knows no trigger.${field}`);
  }
}

function templatesAreInvalid({ team, input }: Target, type: AgentEventSpecSource["type"]): string[] {
  return Object.entries(input).flatMap(([key, template]) => {
    const flaw = checkTemplate(template, targetScope(type));
    return flaw === undefined ? [] : [`input "${key}" of target ${team}: ${describeFlaw(flaw)}`];
  });
}

/** A schedule that never comes is a mistake too. */
function scheduleIsWrong(expression: string | undefined): string[] {
  if (expression === undefined) return [];
  const { cron, flaw } = parseCron(expression);
  if (flaw !== undefined) return [flaw.message];
  return cronNeverComes(cron) ? [scheduleNeverFires(expression).message] : [];
}
