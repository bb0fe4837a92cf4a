import type { Construct } from "constructs";

/** Thrown when a construct describes an object that the cluster would refuse or that could never work. */
export class InvalidConstructError extends Error {
  override readonly name = "InvalidConstructError";
  // Private, because Node prints an error's fields behind its message, which says all of it already.
  readonly #path: string;
  readonly #flaws: readonly string[];

  constructor(construct: Construct, flaws: readonly string[]) {
    const path = construct.node.path;
    super([`${path}:`, ...flaws].join(flaws.length === 1 ? " " : "\n  "));
    this.#path = path;
    this.#flaws = flaws;
  }

  /** Path of the construct in the app, for example `teams/research-desk`. */
  get path(): string {
    return this.#path;
  }

  /** What is wrong, a sentence each. */
  get flaws(): readonly string[] {
    return this.#flaws;
  }
}
