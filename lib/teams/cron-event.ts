import type { Construct } from "constructs";
import { AgentEventSpecSourceType } from "../../imports/tocsin.dev.ts";
import { EventConstruct, type EventProps } from "./event-construct.ts";
import { Trigger } from "./trigger.ts";

/** What a scheduled event is made of. */
export type CronEventProps = EventProps<Trigger> & {
  /** Five fields, in UTC: `0 9 * * 1-5` is nine o'clock from Monday to Friday. */
  readonly schedule: string;
};

/** Starts teams by the clock. */
export class CronEvent extends EventConstruct<Trigger> {
  constructor(scope: Construct, id: string, props: CronEventProps) {
    const source = { type: AgentEventSpecSourceType.CRON, cron: props.schedule };
    super(scope, id, props, source, new Trigger());
  }
}
