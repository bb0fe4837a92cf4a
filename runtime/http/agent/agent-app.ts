import { Hono } from "hono";
import type { AgentEnv, AgentParts } from "./agent-parts.ts";
import { healthRoutes } from "./health-routes.ts";
import { taskRoutes } from "./task-routes.ts";

/** The paths that exist, with the methods they take. */
const METHODS: readonly (readonly [path: RegExp, allow: string])[] = [
  [/^\/(healthz|readyz|verdict|metrics)$/, "GET"],
  [/^\/tasks$/, "POST"],
  [/^\/tasks\/[^/]+$/, "GET, DELETE"],
];

/** The agent's server on port 8080: health, verdict, metrics and tasks (design §5). */
export function agentApp(parts: AgentParts): Hono<AgentEnv> {
  const app = new Hono<AgentEnv>();
  app.route("/", healthRoutes(parts));
  app.route("/", taskRoutes(parts));
  app.notFound((c) => {
    const allow = METHODS.find(([path]) => path.test(c.req.path))?.[1];
    if (allow === undefined) return c.json({ error: "there is nothing at this path" }, 404);
    return c.json({ error: `use ${allow}` }, 405, { Allow: allow });
  });
  app.onError((error, c) => {
    parts.logger.error("agent request failed", { path: c.req.path, error });
    return c.json({ error: "internal error" }, 500);
  });
  return app;
}
