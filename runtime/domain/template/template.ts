import type { FunctionName } from "./template-functions.ts";

/** A half-open range of UTF-16 units of a template's source. */
export type Span = { readonly start: number; readonly end: number };

/** A field path such as `.trigger.body.city`. */
export type PathExpression = {
  readonly kind: "path";
  readonly segments: readonly string[];
  readonly span: Span;
};

/** A string, number or boolean written in the template. */
export type LiteralExpression = {
  readonly kind: "literal";
  readonly value: string | number | boolean;
  readonly span: Span;
};

/** A function and the arguments written after it. */
export type CallExpression = {
  readonly kind: "call";
  readonly name: FunctionName;
  readonly args: readonly Expression[];
  readonly span: Span;
};

/** An expression whose value goes through stages, each taking it as its last argument. */
export type PipelineExpression = {
  readonly kind: "pipeline";
  readonly first: Expression;
  /** At least one. A list and not nested calls, so that a long pipeline costs no recursion. */
  readonly stages: readonly CallExpression[];
  readonly span: Span;
};

/** What stands between `{{` and `}}`, or in parentheses. */
export type Expression = PathExpression | LiteralExpression | CallExpression | PipelineExpression;

/** Text that is rendered as it stands. White space is already trimmed as the neighbouring actions ask. */
export type TextPart = { readonly kind: "text"; readonly text: string };

/** An action: its value is inserted. */
export type ActionPart = { readonly kind: "action"; readonly expression: Expression };

/** A parsed template. */
export type Template = {
  readonly kind: "template";
  readonly source: string;
  readonly parts: readonly (TextPart | ActionPart)[];
};
