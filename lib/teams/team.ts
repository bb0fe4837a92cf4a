import { Construct } from "constructs";
import { AgentTeam, type AgentTeamSpec } from "../../imports/tocsin.dev.ts";
import { AgentTeamResource } from "../api/agent-team.ts";
import { checkObject } from "./check-object.ts";
import { closed } from "./closed.ts";
import { given } from "./given.ts";
import { inputDoesNotFit } from "./input-does-not-fit.ts";
import { InvalidConstructError } from "./invalid-construct-error.ts";
import { Reference } from "./reference.ts";
import { type Prompt, type PromptContext, Step, type StepProps } from "./step.ts";
import { type Target, targetNamed } from "./target.ts";
import type { TargetArguments, TeamProps } from "./team-props.ts";
import { dependenciesFormACycle, templateIsInvalid, withDependencies } from "./team-templates.ts";

/**
 * A pipeline of steps done by agents: an AgentTeam. The type parameters follow from the props; a class that
 * extends Team writes them down, `extends Team<"topic" | "format", "research" | "write">`.
 *
 * @throws InvalidConstructError with the construct's path, from the constructor, when a name is wrong, a text is
 *   too long, a template can't be read or reads what is not there, or steps wait for each other; from `input`,
 *   `steps` and `target`, for names that the team does not have.
 */
export class Team<Input extends string, StepName extends string, Needed extends string = never>
  extends Construct
  implements PromptContext<Input | Needed, StepName>
{
  readonly name: string;
  readonly input: Readonly<Record<Input | Needed, Reference>>;
  readonly steps: Readonly<Record<StepName, Step>>;
  readonly #needs: readonly Needed[];

  constructor(scope: Construct, id: string, props: TeamProps<Input, StepName, Needed>) {
    super(scope, id);
    this.name = props.name ?? id;
    this.#needs = props.needs ?? [];
    const inputKeys = [...Object.keys(props.input ?? {}), ...this.#needs] as (Input | Needed)[];
    const stepNames = Object.keys(props.steps) as StepName[];
    this.input = closed(
      this,
      tableOf(inputKeys, (key) => Reference.to(".input", [key])),
      (key) => `the team does not declare the input "${key}", only: ${inputKeys.join(", ") || "none"}`,
    );
    this.steps = closed(
      this,
      tableOf(stepNames, (name) => closed(this, new Step(name), (field) => `a step has no "${field}"`)),
      (name) => `there is no step "${name}", only: ${stepNames.join(", ")}`,
    );

    const steps = withDependencies(stepNames.map((name) => this.#written(name, props.steps[name])));
    const output = props.output === undefined ? undefined : this.#text(props.output);
    const names = { inputKeys, steps: stepNames };
    const flaws = [
      ...steps.flatMap((step) => templateIsInvalid(`step "${step.name}"`, step.prompt, names)),
      ...templateIsInvalid("output", output ?? "", names),
      ...dependenciesFormACycle(steps),
    ];
    if (flaws.length > 0) throw new InvalidConstructError(this, flaws);

    const spec: AgentTeamSpec = {
      steps: steps.map(({ dependsOn, ...step }) =>
        dependsOn.length === 0 ? step : { ...step, dependsOn: [...dependsOn] },
      ),
      ...given({
        input: props.input,
        output,
        timeoutSeconds: props.timeout?.toSeconds(),
        runHistoryLimit: props.runHistoryLimit,
      }),
    };
    checkObject(
      this,
      new AgentTeam(this, "team", { metadata: { name: this.name }, spec }),
      AgentTeamResource,
    );
  }

  /** Makes this team a target of an event, with input that may refer to the trigger. */
  target(...[input = {}]: TargetArguments<Input, Needed>): Target {
    const flaws = inputDoesNotFit(input, { declared: Object.keys(this.input), needed: this.#needs });
    if (flaws.length > 0) throw new InvalidConstructError(this, flaws);
    return targetNamed(this.name, input);
  }

  #written(name: string, step: StepProps<Input | Needed, StepName>) {
    return {
      name,
      service: typeof step.service === "string" ? step.service : step.service.name,
      prompt: this.#text(step.prompt),
      dependsOn: step.dependsOn ?? [],
      ...given({ timeoutSeconds: step.timeout?.toSeconds(), retries: step.retries }),
    };
  }

  #text(prompt: Prompt<Input | Needed, StepName>): string {
    return typeof prompt === "string" ? prompt : prompt(this);
  }
}

function tableOf<Key extends string, Value>(keys: readonly Key[], entry: (key: Key) => Value) {
  return Object.fromEntries(keys.map((key) => [key, entry(key)])) as Record<Key, Value>;
}
