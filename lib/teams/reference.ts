/** Names that a template can write after a dot. Others are reached by `index`. */
const FIELD = /^[A-Za-z_][A-Za-z0-9_-]*$/;
const POSITION = /^(0|[1-9][0-9]*)$/;

/**
 * A value that is known only once an event has fired or a step has ended. Put it into a prompt or an input like
 * any text, `` `Review ${team.input.title}` ``: it writes itself as a template action.
 */
export class Reference {
  readonly #pipeline: string;

  /** @param pipeline What stands between the braces, for example `.trigger.name`. */
  constructor(pipeline: string) {
    this.#pipeline = pipeline;
  }

  /** Refers to a field below `root`, by names and positions: `.trigger.body.items` with `["0", "id"]`. */
  static to(root: string, path: readonly string[]): Reference {
    if (path.every((segment) => FIELD.test(segment))) return new Reference([root, ...path].join("."));
    const keys = path.map((segment) => (POSITION.test(segment) ? segment : JSON.stringify(segment)));
    return new Reference(`index ${root} ${keys.join(" ")}`);
  }

  /** Takes `fallback` where the value is missing or empty. Without it a missing value fails the fire or step. */
  or(fallback: string): Reference {
    return this.#through(`default ${JSON.stringify(fallback)}`);
  }

  /** In upper case. */
  upper(): Reference {
    return this.#through("upper");
  }

  /** In lower case. */
  lower(): Reference {
    return this.#through("lower");
  }

  /** Without white space at either end. */
  trim(): Reference {
    return this.#through("trim");
  }

  /** At most the first `characters` characters. */
  truncate(characters: number): Reference {
    return this.#through(`trunc ${characters}`);
  }

  /** As JSON: text in quotes, objects and lists as they were sent. */
  toJson(): Reference {
    return this.#through("toJson");
  }

  /** In double quotes, escaped as in Go. */
  quote(): Reference {
    return this.#through("quote");
  }

  /** The template action. */
  toString(): string {
    return `{{ ${this.#pipeline} }}`;
  }

  #through(stage: string): Reference {
    return new Reference(`${this.#pipeline} | ${stage}`);
  }
}
