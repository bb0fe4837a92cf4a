/** What a platform team imports to define its own agents, teams and events. */
export {
  AgentPool,
  type AgentPoolProps,
  type Expectation,
  type Provider,
  type SemanticCheck,
} from "./agent-pool.ts";
export { CronEvent, type CronEventProps } from "./cron-event.ts";
export { dedent } from "./dedent.ts";
export type { EventProps } from "./event-construct.ts";
export { InvalidConstructError } from "./invalid-construct-error.ts";
export { Reference } from "./reference.ts";
export type { Prompt, PromptContext, Step, StepProps } from "./step.ts";
export { type InputValue, type StartedWith, type Target, type Targets, targetNamed } from "./target.ts";
export { Team } from "./team.ts";
export { TeamOutputEvent, type TeamOutputEventProps } from "./team-output-event.ts";
export type { TeamProps } from "./team-props.ts";
export type { TeamOutputTrigger, Trigger, WebhookTrigger } from "./trigger.ts";
export { WebhookEvent, type WebhookEventProps } from "./webhook-event.ts";
