import type { PodProbe } from "../../../lib/api/agent.ts";
import { TASK_TOKEN_HEADER } from "../../../lib/api/keys.ts";
import { PROBE_FAILED, parseVerdict } from "../../domain/agent/parse-verdict.ts";
import type { AgentProbes } from "../../domain/agent/probe-fields.ts";
import { afterProbe, notProbed } from "../../domain/agent/probe-streak.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Timers } from "../../ports/timers.ts";
import { HttpProbe, type ProbeResult } from "./http-probe.ts";

/** A pod to probe. */
export type ProbeTarget = {
  readonly podUID: string;
  /** Without a slash at the end. */
  readonly url: string;
  /** The task token, which `/verdict` wants. */
  readonly token: string;
  readonly probes: AgentProbes;
};

/** What a probe found, as an Agent's status keeps it. */
export type ProbeVerdict = Omit<PodProbe, "pod">;

/** Who is told about a pod's probes. */
export type ProbeListener = {
  /** The pod has become ready, or ceased to be. */
  readinessChanged(isReady: boolean): void;
  /** Why: after each change, and after the first probe. */
  verdictChanged(isReady: boolean, verdict: ProbeVerdict): void;
};

/** What a prober stands on. */
export type ProberPorts = { readonly clock: Clock; readonly timers: Timers; readonly logger: Logger };

const VERDICT_TIMEOUT_SECONDS = 2;

/**
 * Probes pods by their probe fields as the kubelet would: startup until it passes, then readiness at once and
 * at a steady pace; a pod is not ready before its first good probe. Each pod has one timer or one request.
 */
export class Prober {
  readonly #ports: ProberPorts;
  readonly #http: HttpProbe;
  readonly #watched = new Map<string, AbortController>();

  constructor(ports: ProberPorts) {
    this.#ports = ports;
    this.#http = new HttpProbe(ports.timers);
  }

  /** Probes a pod until it is forgotten. */
  watch(target: ProbeTarget, listener: ProbeListener): void {
    this.forget(target.podUID);
    const abort = new AbortController();
    this.#watched.set(target.podUID, abort);
    this.#run(target, listener, abort.signal).catch((error) =>
      this.#ports.logger.error("prober broke", { podUID: target.podUID, error }),
    );
  }

  /** Stops probing a pod; its listener hears nothing more. */
  forget(podUID: string): void {
    this.#watched.get(podUID)?.abort();
    this.#watched.delete(podUID);
  }

  /** Stops probing. */
  async stop(): Promise<void> {
    for (const podUID of [...this.#watched.keys()]) this.forget(podUID);
    await this.#http.close();
  }

  async #run(target: ProbeTarget, listener: ProbeListener, signal: AbortSignal): Promise<void> {
    await this.#startUp(target, signal);
    const { readinessProbe } = target.probes;
    let streak = notProbed;
    await this.#pace(readinessProbe.periodSeconds, signal, async () => {
      const result = await this.#http.send(target.url, readinessProbe, signal);
      if (signal.aborted) return;
      const before = streak;
      streak = afterProbe(before, result.isSuccess, readinessProbe);
      const hasChanged = streak.isReady !== before.isReady;
      if (hasChanged) listener.readinessChanged(streak.isReady);
      if (!hasChanged && before.length > 0) return;
      const verdict = await this.#verdict(target, streak.isReady, result, signal);
      if (!signal.aborted) listener.verdictChanged(streak.isReady, verdict);
    });
  }

  /** The kubelet would restart a container that never starts; here the process is ours, so it only waits. */
  async #startUp({ url, probes }: ProbeTarget, signal: AbortSignal): Promise<void> {
    const started = new AbortController();
    const stop = () => started.abort();
    signal.addEventListener("abort", stop);
    await this.#pace(probes.startupProbe.periodSeconds, started.signal, async () => {
      if ((await this.#http.send(url, probes.startupProbe, signal)).isSuccess) stop();
    });
    signal.removeEventListener("abort", stop);
  }

  /** Does something at once and then each period; what takes longer than a period delays the next turn only. */
  async #pace(periodSeconds: number, signal: AbortSignal, turn: () => Promise<void>): Promise<void> {
    const { clock, timers } = this.#ports;
    let dueMs = clock.monotonicMs();
    while (!signal.aborted) {
      await turn();
      const nowMs = clock.monotonicMs();
      dueMs = Math.max(nowMs, dueMs + periodSeconds * 1_000);
      await timers.sleep(dueMs - nowMs, signal);
    }
  }

  /** The pod's own reason where it has one that fits; otherwise what the probe saw. */
  async #verdict(
    target: ProbeTarget,
    isReady: boolean,
    result: ProbeResult,
    signal: AbortSignal,
  ): Promise<ProbeVerdict> {
    const at = this.#ports.clock.now().toISOString();
    if (isReady) return { at, verdict: "Healthy" };
    const seen = {
      at,
      verdict: "Unhealthy",
      reason: PROBE_FAILED,
      message: `GET /readyz ${result.detail}`,
    } as const;
    try {
      const headers = { [TASK_TOKEN_HEADER]: target.token };
      const url = `${target.url}/verdict`;
      const { text } = await this.#http.get({
        url,
        headers,
        timeoutSeconds: VERDICT_TIMEOUT_SECONDS,
        signal,
      });
      return { ...seen, ...parseVerdict(text) };
    } catch {
      return seen;
    }
  }
}
