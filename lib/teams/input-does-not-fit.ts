/** The keys of a team's input. */
export type InputKeys = { readonly declared: readonly string[]; readonly needed: readonly string[] };

/** Finds what a team could not be started with: keys that it does not declare, and what it needs and is not given. */
export function inputDoesNotFit(
  input: Readonly<Record<string, unknown>>,
  { declared, needed }: InputKeys,
): string[] {
  const astray = Object.keys(input).filter((key) => !declared.includes(key));
  // A value that is undefined is a slip as well: a field that does not exist.
  const empty = declared.filter((key) => input[key] === undefined && (key in input || needed.includes(key)));
  return [
    ...astray.map(
      (key) =>
        `a target gives the input "${key}", and the team declares only: ${declared.join(", ") || "none"}`,
    ),
    ...empty.map((key) => `a target has to give a value for the input "${key}"`),
  ];
}
