import type { Duration } from "cdk8s";
import type { AgentPool } from "./agent-pool.ts";
import { Reference } from "./reference.ts";

/** A step of a team, to be referred to by other steps and by the team's output. */
export class Step {
  readonly name: string;
  /** What the step's agent answered. A step whose prompt names it waits for this one. */
  readonly output: Reference;

  constructor(name: string) {
    this.name = name;
    this.output = Reference.to(".steps", [name, "output"]);
  }
}

/** What a prompt can refer to. */
export type PromptContext<Input extends string, StepName extends string> = {
  readonly input: Readonly<Record<Input, Reference>>;
  readonly steps: Readonly<Record<StepName, Step>>;
};

/** A text with references, or a function that writes it. */
export type Prompt<Input extends string, StepName extends string> =
  | string
  | ((context: PromptContext<Input, StepName>) => string);

/** How one step of a team is done. */
export type StepProps<Input extends string, StepName extends string> = {
  /** Who does it: a pool, or the name of an AgentService that is made elsewhere. */
  readonly service: AgentPool | string;
  /** What the agent is asked. */
  readonly prompt: Prompt<Input, StepName>;
  /**
   * Steps that have to succeed first, beyond those whose output the prompt names.
   * @default - the steps that the prompt names
   */
  readonly dependsOn?: readonly StepName[];
  /**
   * Longest time for one attempt, queueing included; whole seconds.
   * @default Duration.minutes(5)
   */
  readonly timeout?: Duration;
  /**
   * How often a failed attempt is repeated.
   * @default 0
   */
  readonly retries?: number;
};
