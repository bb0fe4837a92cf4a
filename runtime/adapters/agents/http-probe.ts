import { Agent, type Dispatcher } from "undici";
import type { HttpProbeFields } from "../../../lib/api/pod-template.ts";
import type { Timers } from "../../ports/timers.ts";
import { beginningOf } from "./beginning-of.ts";

/** What one probe found: whether the pod passed, and the answer's status or why there was none. */
export type ProbeResult = { readonly isSuccess: boolean; readonly detail: string };

/** What is asked of a pod, and for how long. */
export type ProbeQuestion = {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  /** Connections to use; its own when absent. */
  readonly dispatcher?: Dispatcher | undefined;
  /** Ends the probe; its result is then of no use. */
  readonly signal: AbortSignal;
};

/** Most bytes of an answer that are read, as the kubelet does. */
const MAX_BODY_BYTES = 10_240;

/**
 * Asks pods over HTTP as the kubelet does: on a connection of its own each time, so that a stale one never
 * counts as a failure, without following redirects, and with any status from 200 to 399 for a success.
 * Source: https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/
 */
export class HttpProbe {
  readonly #timers: Timers;
  // No pipelining at all means that no connection is kept.
  readonly #agent = new Agent({ pipelining: 0 });

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /** Sends a probe as its fields say; never throws. */
  async send(
    url: string,
    { httpGet, timeoutSeconds }: HttpProbeFields,
    signal: AbortSignal,
  ): Promise<ProbeResult> {
    try {
      const { status } = await this.get({ url: `${url}${httpGet.path}`, timeoutSeconds, signal });
      return { isSuccess: status >= 200 && status < 400, detail: `answered HTTP ${status}` };
    } catch (error) {
      const { code, name, message } = error as NodeJS.ErrnoException;
      return { isSuccess: false, detail: name === LATE ? message : `failed: ${code ?? name}` };
    }
  }

  /** Reads the beginning of an answer. Throws where none comes in time. */
  async get(question: ProbeQuestion): Promise<{ readonly status: number; readonly text: string }> {
    const { url, headers = {}, timeoutSeconds, signal, dispatcher = this.#agent } = question;
    const abort = new AbortController();
    const stop = () => abort.abort();
    const timer = this.#timers.after(timeoutSeconds * 1_000, () => abort.abort(lateAfter(timeoutSeconds)));
    signal.addEventListener("abort", stop);
    try {
      const { origin, pathname } = new URL(url);
      const request = { origin, path: pathname, method: "GET", headers, signal: abort.signal } as const;
      const { statusCode, body } = await dispatcher.request(request);
      return { status: statusCode, text: await beginningOf(body, MAX_BODY_BYTES) };
    } finally {
      timer.cancel();
      signal.removeEventListener("abort", stop);
    }
  }

  /** Closes its connections. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

const LATE = "ProbeTimeoutError";

function lateAfter(timeoutSeconds: number): Error {
  return Object.assign(new Error(`did not answer within ${timeoutSeconds} s`), { name: LATE });
}
