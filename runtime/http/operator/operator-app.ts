import { Hono } from "hono";
import type { Metrics } from "../../ports/metrics.ts";

/** What the operator's own endpoints report on. */
export type OperatorParts = {
  readonly metrics: Metrics;
  /** Brings gauges up to date that are only worth counting when somebody asks. */
  readonly measure: () => void;
  /** Why the operator can't serve yet, or undefined where it can. */
  readonly notReady: () => string | undefined;
};

/** The operator's own endpoints of port 8081: `/metrics`, `/healthz` and `/readyz` (design §7). */
export function operatorApp({ metrics, measure, notReady }: OperatorParts): Hono {
  const app = new Hono();
  app.get("/healthz", (c) => c.text("ok\n"));
  app.get("/readyz", (c) => {
    const reason = notReady();
    return reason === undefined ? c.text("ok\n") : c.text(`${reason}\n`, 503);
  });
  app.get("/metrics", async (c) => {
    measure();
    return c.text(await metrics.expose(), 200, {
      "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
    });
  });
  app.notFound((c) => c.text("there is /metrics, /healthz and /readyz\n", 404));
  return app;
}
