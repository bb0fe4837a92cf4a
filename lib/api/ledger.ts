import { z } from "zod";
import { instant, text, whole } from "./fields.ts";

/** Most upstream runs whose handling is remembered: a team's 1,000 ended runs and an hour of deleted ones. */
export const MAX_HANDLED = 4_096;
/** Most fires that may be between "accounted" and "started" at once. */
export const MAX_STARTING = 1_024;

/**
 * What the exactly-once protocols need beyond the specification's status table (docs/protocols.md).
 * It lives in the status so that it is written in one compare-and-swap with `firedCount`.
 */
export const ledgerSchema = z.object({
  schedule: text(256).optional().describe("The cron expression that `since` was set for."),
  since: instant().optional().describe("Slots up to here are settled."),
  upstream: text(128).optional().describe("The upstream team and phase that `handled` was set for."),
  handled: z
    .array(
      z.object({
        uid: text(64).describe("An upstream run that has been dealt with."),
        goneAt: instant().optional().describe("When that run was first seen to be gone."),
      }),
    )
    .max(MAX_HANDLED)
    .optional()
    .describe("Upstream runs that have been dealt with."),
  starting: z
    .array(text(64))
    .max(MAX_STARTING)
    .optional()
    .describe("Fires that are counted and whose runs may start."),
  turn: whole(0, Number.MAX_SAFE_INTEGER).optional().describe("Next turn of a Forbid event."),
});

/** An event's internal ledger. */
export type Ledger = z.infer<typeof ledgerSchema>;
