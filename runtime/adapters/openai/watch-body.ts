import type { ReadableStreamReadResult } from "node:stream/web";
import { ModelError, ModelErrorReason } from "../../ports/model.ts";
import type { Timers } from "../../ports/timers.ts";
import { abortError } from "./abort-error.ts";
import { transportError } from "./transport-error.ts";

/** What a body is watched with. */
export type BodyWatch = {
  readonly host: string;
  readonly signal: AbortSignal;
  readonly timers: Timers;
  /** Longest silence once the first byte has come. */
  readonly idleTimeoutMs: number;
  /** Whether the first byte may take as long as the signal allows. */
  readonly mayThinkFirst: boolean;
};

type Bytes = Uint8Array<ArrayBuffer>;
type Reading = ReadableStreamReadResult<Bytes>;

/**
 * Passes a response's bytes on and throws a {@link ModelError} when they stop: by the caller's signal, by
 * silence, or because the connection broke. Closes the connection when its reader stops early.
 *
 * Before the first byte only the signal counts: a large prompt on a small machine takes minutes to its first
 * token, and nothing tells that from a hang. An error's body is not worth that patience.
 */
export async function* watchBody(
  body: ReadableStream<Bytes> | null,
  watch: BodyWatch,
): AsyncGenerator<Bytes> {
  if (body === null) return;
  const reader = body.getReader();
  let hasBegun = !watch.mayThinkFirst;
  let hasEnded = false;
  try {
    for (;;) {
      const { done, value } = await nextChunk(reader, watch, hasBegun);
      hasEnded = done;
      if (done) return;
      hasBegun = true;
      yield value;
    }
  } finally {
    // Not awaited: a connection that hangs must not hold up the one who leaves it.
    if (!hasEnded) reader.cancel().catch(() => undefined);
  }
}

function nextChunk(
  reader: ReadableStreamDefaultReader<Bytes>,
  watch: BodyWatch,
  hasBegun: boolean,
): Promise<Reading> {
  const { signal, timers, idleTimeoutMs, host } = watch;
  if (signal.aborted) return Promise.reject(abortError(signal));
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      timer?.cancel();
      signal.removeEventListener("abort", onAbort);
      finish();
    };
    const onAbort = () => settle(() => reject(abortError(signal)));
    const onSilence = () => settle(() => reject(stalled(host, idleTimeoutMs)));
    const timer = hasBegun ? timers.after(idleTimeoutMs, onSilence) : undefined;
    signal.addEventListener("abort", onAbort, { once: true });
    reader.read().then(
      (reading) => settle(() => resolve(reading)),
      (error) => settle(() => reject(signal.aborted ? abortError(signal) : transportError(error, host))),
    );
  });
}

function stalled(host: string, idleTimeoutMs: number): ModelError {
  return new ModelError(
    ModelErrorReason.stalled,
    `the provider at ${host} began to answer, then sent nothing for ${idleTimeoutMs} ms`,
    { isRetryable: true },
  );
}
