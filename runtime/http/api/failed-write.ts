import type { FailureTarget } from "./api-status.ts";

/** Thrown in place of a store's error where the path alone does not say which object it is about. */
export class FailedWrite extends Error {
  readonly target: FailureTarget;

  constructor(target: FailureTarget, cause: unknown) {
    super("a write failed", { cause });
    this.name = "FailedWrite";
    this.target = target;
  }
}
