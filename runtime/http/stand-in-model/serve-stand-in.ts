import type { Logger } from "../../ports/logger.ts";
import type { Timers } from "../../ports/timers.ts";
import { type Listening, listen } from "../server/listen.ts";
import { standInApp } from "./stand-in-app.ts";
import { StandInModes } from "./stand-in-modes.ts";

/** Where and how the stand-in serves. */
export type StandInOptions = {
  readonly timers: Timers;
  readonly logger: Logger;
  /** A loopback address by default: nobody else should take it for a model. */
  readonly hostname?: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** Wait before each word of a streamed answer; 0, the default, answers at once. */
  readonly tokenDelayMs?: number;
  /** Most completions at once; 256 by default. */
  readonly maxConcurrent?: number;
};

/** A stand-in that serves. */
export type StandIn = Listening & {
  /** What an OpenAI client takes for its base address. */
  readonly baseURL: string;
};

const DEFAULT_MAX_CONCURRENT = 256;

/** Serves the stand-in model. Throws ListenError where the address can't be had. */
export async function serveStandIn(options: StandInOptions): Promise<StandIn> {
  const { timers, logger, hostname = "127.0.0.1", port = 0 } = options;
  const closing = new AbortController();
  const app = standInApp({
    modes: new StandInModes(),
    timers,
    tokenDelayMs: options.tokenDelayMs ?? 0,
    maxConcurrent: options.maxConcurrent ?? DEFAULT_MAX_CONCURRENT,
    closing: closing.signal,
  });
  const listening = await listen(app, { hostname, port, timers, logger });
  return {
    url: listening.url,
    port: listening.port,
    baseURL: `${listening.url}/v1`,
    close: (graceMs) => {
      closing.abort();
      return listening.close(graceMs);
    },
  };
}
