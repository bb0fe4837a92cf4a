import type { Reference } from "./reference.ts";

/** A value for an input key: a text, which may hold references to the trigger, or one reference. */
export type InputValue = string | Reference;

/** A team that an event starts, and the input it gets. Made by `team.target(…)` or `targetNamed(…)`. */
export type Target = {
  readonly team: string;
  readonly input: Readonly<Record<string, string>>;
};

/**
 * Any team that these input keys are enough to start. An event that is a class of its own takes its teams as this.
 */
export type StartedWith<Key extends string> = {
  // Not a method, so that the compiler refuses a team that needs more.
  readonly target: (input: Readonly<Record<Key, InputValue>>) => Target;
};

/** The teams that an event starts: a list, or a function of what the fire will know. */
export type Targets<T> = readonly Target[] | ((trigger: T) => readonly Target[]);

/**
 * Targets a team that is not a construct of this program. Nothing can check its input keys here.
 *
 * @throws TypeError where a value is undefined, as in a program whose types were not checked.
 */
export function targetNamed(team: string, input: Readonly<Record<string, InputValue>> = {}): Target {
  const texts = Object.entries(input).map(([key, value]) => {
    if (value === undefined) throw new TypeError(`input "${key}" of target ${team} has no value`);
    return [key, String(value)];
  });
  return { team, input: Object.fromEntries(texts) };
}
