import type { Reference } from "./reference.ts";

/** A value for an input key: a text, which may hold references to the trigger, or one reference. */
export type InputValue = string | Reference;

/** A team that an event starts, and the input it gets. Made by `team.target(…)` or `targetNamed(…)`. */
export type Target = {
  readonly team: string;
  readonly input: Readonly<Record<string, string>>;
};

/** The teams that an event starts: a list, or a function of what the fire will know. */
export type Targets<T> = readonly Target[] | ((trigger: T) => readonly Target[]);

/** Targets a team that is not a construct of this program. Nothing can check its input keys here. */
export function targetNamed(team: string, input: Readonly<Record<string, InputValue>> = {}): Target {
  const texts = Object.entries(input).map(([key, value]) => [key, String(value)]);
  return { team, input: Object.fromEntries(texts) };
}
