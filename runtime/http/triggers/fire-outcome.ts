import type { Fired, FireResult } from "../../dispatch/fire-result.ts";
import { FireFlawCode } from "../../domain/firing/fire-flaw.ts";
import { type StoreError, StoreErrorReason } from "../../ports/store-error.ts";
import { Problem, ProblemCode, retryAfter } from "./problem.ts";

/** What is due now: an answer with the fire, or a skip under Forbid. */
export type Dispatched = Fired | Extract<FireResult, { kind: "skipped" }>;

/** How soon a caller may try again where nobody knows better. */
const RETRY_MS = 2_000;

/** Turns what came of a fire into what is answered. Throws Problem for all that is neither stored nor skipped. */
export function dispatched(result: FireResult): Dispatched {
  switch (result.kind) {
    case "fired":
    case "skipped":
      return result;
    case "flaw":
      throw new Problem(422, FLAW_CODES[result.code], result.message);
    case "mismatch":
      throw new Problem(
        422,
        ProblemCode.idempotencyMismatch,
        "this Idempotency-Key was used with another body",
        {
          extra: { taskID: result.fireID },
        },
      );
    case "incomplete":
      throw new Problem(
        503,
        ProblemCode.fireIncomplete,
        "part of the fire is stored; the rest is being tried again",
        {
          headers: retryAfter(RETRY_MS),
          extra: { taskID: result.fireID },
        },
      );
    case "gone":
      throw new Problem(404, ProblemCode.notFound, "there is no webhook event at this address");
    case "unobserved":
      throw unavailable("the event was changed a moment ago; try again");
  }
}

/** Turns a store's refusal into what is answered; nothing was dispatched that the leader does not finish. */
export function problemOf(error: StoreError): Problem {
  const { reason, isQuota, retryAfterMs } = error;
  if (isQuota || reason === StoreErrorReason.tooManyRequests) {
    const headers = retryAfter(retryAfterMs ?? RETRY_MS);
    return new Problem(429, ProblemCode.rateLimited, "the store takes no more runs for now", { headers });
  }
  if (reason === StoreErrorReason.invalid || reason === StoreErrorReason.badRequest) {
    return new Problem(422, ProblemCode.refused, `the run was refused: ${error.message}`);
  }
  if (reason === StoreErrorReason.forbidden) {
    return new Problem(503, ProblemCode.refused, "the store refused the run", {
      headers: retryAfter(RETRY_MS),
    });
  }
  return unavailable("the store can't be reached for now", retryAfterMs);
}

/** 503 with Retry-After, before anything is dispatched. */
export function unavailable(detail: string, waitMs: number = RETRY_MS): Problem {
  return new Problem(503, ProblemCode.unavailable, detail, { headers: retryAfter(waitMs) });
}

const FLAW_CODES: Record<FireFlawCode, ProblemCode> = {
  [FireFlawCode.templateFailed]: ProblemCode.templateFailed,
  [FireFlawCode.targetTeamNotFound]: ProblemCode.targetTeamNotFound,
  [FireFlawCode.fireTooLarge]: ProblemCode.fireTooLarge,
};
