import type { CallExpression, Expression, Span, Template } from "./template.ts";

/** A place in the data that a template reads. */
export type Reference = {
  /** Names from the root on, as far as the template spells them: of fields, or of literal keys of `index`. */
  readonly path: readonly string[];
  /** Whether `index` goes on from there by a position or by a key that only the values tell. */
  readonly goesOn: boolean;
  readonly span: Span;
};

/** Lists what a template reads, in the order of its text, each use once more. */
export function referencesOf(template: Template): readonly Reference[] {
  const found: Reference[] = [];
  for (const part of template.parts) if (part.kind === "action") collect(part.expression, found);
  return found.sort((a, b) => a.span.start - b.span.start);
}

function collect(expression: Expression, found: Reference[]): void {
  switch (expression.kind) {
    case "literal":
      return;
    case "path":
      found.push({ path: expression.segments, goesOn: false, span: expression.span });
      return;
    case "call":
      collectCall(expression, undefined, found);
      return;
    case "pipeline": {
      const [stage, ...later] = expression.stages;
      // The first stage sees what is piped into it: `"body" | index .trigger` names a field.
      if (stage !== undefined) collectCall(stage, expression.first, found);
      for (const call of later) collectCall(call, "result", found);
    }
  }
}

/** @param piped What is piped in: an expression, or the result of an earlier stage. */
function collectCall(
  call: CallExpression,
  piped: Expression | "result" | undefined,
  found: Reference[],
): void {
  const [base, ...rest] = call.args;
  const written = piped === undefined || piped === "result" ? rest : [...rest, piped];
  if (call.name === "index" && base?.kind === "path") {
    const names = literalNames(written);
    found.push({
      path: [...base.segments, ...names],
      goesOn: piped === "result" || names.length < written.length,
      span: { start: Math.min(call.span.start, base.span.start), end: call.span.end },
    });
  } else if (base !== undefined) collect(base, found);
  for (const argument of written) collect(argument, found);
}

/** The keys up to the first that is not literal text. */
function literalNames(keys: readonly Expression[]): readonly string[] {
  const names: string[] = [];
  for (const key of keys) {
    if (key.kind !== "literal" || typeof key.value !== "string") return names;
    names.push(key.value);
  }
  return names;
}
