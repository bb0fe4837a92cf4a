/**
 * What a template may read, as a tree: nothing is known below a `value` (JSON from outside), a `text` has
 * nothing below it, a `map` has any key, and `fields` are all that there is.
 */
export type TemplateScope =
  | { readonly kind: "value" }
  | { readonly kind: "text" }
  | { readonly kind: "map"; readonly of: TemplateScope }
  | FieldsScope;

/** A closed set of fields. */
export type FieldsScope = {
  readonly kind: "fields";
  readonly fields: { readonly [name: string]: TemplateScope };
  /** What to do about a field that is not there, for the error message. */
  readonly advice?: string;
};

const text: TemplateScope = { kind: "text" };

/** What the input templates of an event's targets may read, by the type of the event's source. */
export function targetScope(source: "webhook" | "cron" | "team-output"): FieldsScope {
  const common = { name: text, firedAt: text };
  const trigger: Record<typeof source, FieldsScope> = {
    webhook: {
      kind: "fields",
      fields: { ...common, body: { kind: "map", of: { kind: "value" } } },
      advice: "only team-output events have .trigger.output",
    },
    cron: {
      kind: "fields",
      fields: common,
      advice: "only webhook events have .trigger.body, only team-output events .trigger.output",
    },
    "team-output": {
      kind: "fields",
      fields: { ...common, output: text },
      advice: "only webhook events have .trigger.body",
    },
  };
  return { kind: "fields", fields: { trigger: trigger[source] } };
}

/**
 * What a team's templates may read: every input, and the output of some steps.
 *
 * @param steps Names of those steps: for a prompt the ones that the step depends on, for the output all.
 */
export function teamScope(steps: readonly string[]): FieldsScope {
  const output: FieldsScope = { kind: "fields", fields: { output: text } };
  return {
    kind: "fields",
    fields: {
      input: { kind: "map", of: text },
      steps: {
        kind: "fields",
        fields: Object.fromEntries(steps.map((step) => [step, output])),
        advice: "a prompt reads the steps that its step depends on: name them in dependsOn",
      },
    },
  };
}
