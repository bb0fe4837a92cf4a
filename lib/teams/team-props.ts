import type { Duration } from "cdk8s";
import type { Prompt, StepProps } from "./step.ts";
import type { InputValue } from "./target.ts";

/** What a team is made of. `Input` and `Needed` are its input keys, `StepName` its steps. */
export type TeamProps<Input extends string, StepName extends string, Needed extends string> = {
  /**
   * Name of the AgentTeam.
   * @default - the construct's id
   */
  readonly name?: string;
  /**
   * Input keys with their default values.
   * @default - none
   */
  readonly input?: Readonly<Record<Input, string>>;
  /**
   * Input keys without a default: whoever starts the team has to give them.
   * @default - none
   */
  readonly needs?: readonly Needed[];
  /** The pipeline, by step name. Steps that don't wait for each other run in parallel. */
  readonly steps: Readonly<Record<StepName, StepProps<NoInfer<Input | Needed>, NoInfer<StepName>>>>;
  /**
   * The run's output.
   * @default - the output of the last step
   */
  readonly output?: Prompt<NoInfer<Input | Needed>, NoInfer<StepName>>;
  /**
   * Longest time for a whole run; whole seconds.
   * @default Duration.minutes(10)
   */
  readonly timeout?: Duration;
  /**
   * How many ended runs are kept.
   * @default - 10 that succeeded and 3 that failed
   */
  readonly runHistoryLimit?: { readonly succeeded?: number; readonly failed?: number };
};

/** The input that a target gives: what the team needs, and any of its defaults overridden. */
export type TargetInput<Input extends string, Needed extends string> = {
  readonly [Key in Input | Needed as Key extends Needed ? never : Key]?: InputValue;
} & { readonly [Key in Needed]: InputValue };

/** The arguments of `team.target`: none are required of a team that needs nothing. */
export type TargetArguments<Input extends string, Needed extends string> = [Needed] extends [never]
  ? [input?: TargetInput<Input, Needed>]
  : [input: TargetInput<Input, Needed>];
