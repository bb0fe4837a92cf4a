import { Hono } from "hono";
import type { AgentEnv, AgentParts } from "./agent-parts.ts";
import { tokenGuard } from "./token-guard.ts";

/** `/healthz`, `/readyz`, `/verdict` and `/metrics`. */
export function healthRoutes({ podUID, token, readiness, tasks, metrics }: AgentParts): Hono<AgentEnv> {
  const app = new Hono<AgentEnv>();

  // Liveness: a restart would not cure a model, so the model has no say here.
  app.get("/healthz", (c) => c.json({ status: "ok" }));

  app.get("/readyz", async (c) => {
    if (tasks.isDraining)
      return c.json({ verdict: "Unhealthy", reason: "Draining", message: "The pod is being stopped." }, 503);
    const report = await readiness.check();
    return c.json(report, report.verdict === "Healthy" ? 200 : 503);
  });

  app.get("/verdict", tokenGuard(token), (c) =>
    c.json({ podUID, ...(readiness.last() ?? { verdict: "Unknown" }) }),
  );

  app.get("/metrics", async (c) =>
    c.text(await metrics.expose(), 200, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" }),
  );
  return app;
}
