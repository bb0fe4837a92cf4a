import type { HttpBindings } from "@hono/node-server";
import type { Timers } from "../../ports/timers.ts";
import type { StandInModes } from "./stand-in-modes.ts";

/** The environment of the stand-in's routes: Node's request and response. */
export type StandInEnv = { Bindings: HttpBindings };

/** What a stand-in model is made of. */
export type StandInParts = {
  readonly modes: StandInModes;
  readonly timers: Timers;
  /** Wait before each word of a streamed answer, in milliseconds; 0 answers at once. */
  readonly tokenDelayMs: number;
  /** Most completions at once; further ones are answered 429. */
  readonly maxConcurrent: number;
  /** Aborts when the server closes: calls that hang end then. */
  readonly closing: AbortSignal;
};
