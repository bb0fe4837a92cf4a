import type { CallExpression, Expression, Span } from "./template.ts";
import { isFlaw, syntaxFlaw, type TemplateFlaw } from "./template-flaw.ts";
import { FUNCTION_NAMES, type FunctionName, isFunctionName } from "./template-functions.ts";
import { MAX_PARENTHESES } from "./template-limits.ts";
import type { Token } from "./token.ts";
import { wrongArguments } from "./wrong-arguments.ts";

/** Parses the tokens of one action. */
export function parseAction(source: string, tokens: readonly Token[], span: Span): Expression | TemplateFlaw {
  const parser = new ActionParser(source, tokens, span);
  return parser.parse();
}

class ActionParser {
  readonly #source: string;
  readonly #tokens: readonly Token[];
  readonly #span: Span;
  #next = 0;

  constructor(source: string, tokens: readonly Token[], span: Span) {
    this.#source = source;
    this.#tokens = tokens;
    this.#span = span;
  }

  parse(): Expression | TemplateFlaw {
    const expression = this.#pipeline(0);
    const left = this.#peek();
    if (isFlaw(expression) || left === undefined) return expression;
    return this.#flaw(left.span, 'the ")" closes nothing: take it away, or open it with "("');
  }

  #pipeline(depth: number): Expression | TemplateFlaw {
    const first = this.#command(depth);
    if (isFlaw(first)) return first;
    const stages: CallExpression[] = [];
    while (this.#peek()?.kind === "|") {
      this.#next++;
      const stage = this.#stage(depth, stages.at(-1) ?? first);
      if (isFlaw(stage)) return stage;
      stages.push(stage);
    }
    const end = stages.at(-1)?.span.end;
    if (end === undefined) return first;
    return { kind: "pipeline", first, stages, span: { start: first.span.start, end } };
  }

  #command(depth: number): Expression | TemplateFlaw {
    const token = this.#peek();
    if (token?.kind === "word") return this.#call(depth, undefined);
    const operand = this.#operand(depth);
    const next = this.#peek();
    if (isFlaw(operand) || next === undefined || next.kind === ")" || next.kind === "|") return operand;
    return this.#flaw(operand.span, 'only a function takes arguments: put its name first, or a "|" between');
  }

  #stage(depth: number, piped: Expression): CallExpression | TemplateFlaw {
    const token = this.#peek();
    if (token?.kind === "word") return this.#call(depth, piped);
    const message = `a "|" needs a function after it: ${FUNCTION_NAMES.join(", ")}`;
    return this.#flaw(token?.span ?? this.#span, message);
  }

  #call(depth: number, piped: Expression | undefined): CallExpression | TemplateFlaw {
    const token = this.#peek();
    if (token?.kind !== "word") return this.#flaw(token?.span ?? this.#span, "a function is expected here");
    if (!isFunctionName(token.word)) return this.#flaw(token.span, adviceOn(token.word));
    this.#next++;
    const args: Expression[] = [];
    for (let next = this.#peek(); next !== undefined && !endsCommand(next); next = this.#peek()) {
      const arg = next.kind === "word" ? this.#flaw(next.span, wordAsArgument) : this.#operand(depth);
      if (isFlaw(arg)) return arg;
      args.push(arg);
    }
    return this.#checked(token.word, token.span, args, piped);
  }

  #checked(
    name: FunctionName,
    span: Span,
    args: readonly Expression[],
    piped: Expression | undefined,
  ): CallExpression | TemplateFlaw {
    const wrong = wrongArguments(name, piped === undefined ? args : [...args, piped]);
    if (wrong !== undefined) return this.#flaw(wrong.argument?.span ?? span, wrong.message);
    return { kind: "call", name, args, span: { start: span.start, end: args.at(-1)?.span.end ?? span.end } };
  }

  #operand(depth: number): Expression | TemplateFlaw {
    const token = this.#peek();
    if (token?.kind === "(") return this.#parentheses(depth + 1, token.span);
    if (token?.kind === "path" || token?.kind === "literal") {
      this.#next++;
      return token;
    }
    const message =
      "a value is missing here: write a field like .trigger.name, a function, or text in quotes";
    return this.#flaw(token?.span ?? this.#span, message);
  }

  #parentheses(depth: number, open: Span): Expression | TemplateFlaw {
    if (depth > MAX_PARENTHESES)
      return this.#flaw(open, `parentheses are nested deeper than ${MAX_PARENTHESES}: use "|" instead`);
    this.#next++;
    const inner = this.#pipeline(depth);
    if (isFlaw(inner)) return inner;
    const close = this.#peek();
    if (close?.kind !== ")") return this.#flaw(open, 'the "(" is not closed: add a ")"');
    this.#next++;
    return { ...inner, span: { start: open.start, end: close.span.end } };
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#next];
  }

  #flaw(span: Span, message: string): TemplateFlaw {
    return syntaxFlaw(this.#source, span, message);
  }
}

const wordAsArgument =
  "a call among arguments needs parentheses, like upper (trim .trigger.name); text needs quotes";

const CONTROL_WORDS = new Set(
  "if else end range with define template block break continue nil and or not eq ne lt le gt ge len printf print println html js urlquery call slice".split(
    " ",
  ),
);

function adviceOn(word: string): string {
  const known = `the functions are ${FUNCTION_NAMES.join(", ")}`;
  if (CONTROL_WORDS.has(word)) return `"${word}" of Go's templates is not supported: ${known}`;
  return `there is no such function: ${known}; a field begins with a dot, text needs quotes`;
}

function endsCommand(token: Token): boolean {
  return token.kind === ")" || token.kind === "|";
}
