import type { FireFlaw } from "../domain/firing/fire-flaw.ts";

/** One run of a fire. */
export type FiredRun = { readonly team: string; readonly runName: string };

/** A fire whose run 0 is stored: from here on it is the leader's to finish. */
export type Fired = {
  readonly kind: "fired";
  readonly fireID: string;
  readonly firedAt: string;
  readonly runs: readonly FiredRun[];
  /** The fire was there already: the same source key and the same body. */
  readonly isReplay: boolean;
};

/** How a fire ended. Whatever is thrown instead is a StoreError, and says nothing about what was stored. */
export type FireResult =
  | Fired
  /** Run 0 is stored, another run is not yet; the leader goes on trying. */
  | { readonly kind: "incomplete"; readonly fireID: string }
  /** Forbid: a run of the event is active. */
  | { readonly kind: "skipped"; readonly fireID: string; readonly blockedBy: string }
  /** The idempotency key was used before, with another body. */
  | { readonly kind: "mismatch"; readonly fireID: string }
  /** Nothing can be dispatched until somebody changes something. */
  | FireFlaw
  /** The event is gone. */
  | { readonly kind: "gone" }
  /** The event was changed a moment ago and the leader has not looked at it yet: try again. */
  | { readonly kind: "unobserved" };
