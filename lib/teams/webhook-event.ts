import type { Construct } from "constructs";
import { AgentEventSpecSourceType } from "../../imports/tocsin.dev.ts";
import { EventConstruct, type EventProps } from "./event-construct.ts";
import { WebhookTrigger } from "./trigger.ts";

/** What a webhook event is made of. */
export type WebhookEventProps = EventProps<WebhookTrigger>;

/**
 * Starts teams when a POST with the event's token arrives. The operator writes the address into
 * `status.webhookURL`, and the token into the Secret `<name>-webhook-token`.
 */
export class WebhookEvent extends EventConstruct<WebhookTrigger> {
  constructor(scope: Construct, id: string, props: WebhookEventProps) {
    super(scope, id, props, { type: AgentEventSpecSourceType.WEBHOOK }, new WebhookTrigger());
  }
}
