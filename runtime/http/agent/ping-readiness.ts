import type { Clock } from "../../ports/clock.ts";
import type { CheckReport, Readiness } from "./check-report.ts";

/** Readiness of type `ping`: whoever can answer is ready. The model is never asked. */
export class PingReadiness implements Readiness {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  check(): Promise<CheckReport> {
    return Promise.resolve(this.last());
  }

  last(): CheckReport {
    return { verdict: "Healthy", at: this.#clock.now(), durationMs: 0 };
  }
}
