import type { Context } from "hono";
import { Hono } from "hono";
import { isTaskID, parseTaskRequest } from "../../domain/task/parse-task-request.ts";
import { MAX_JOINERS_PER_TASK, MAX_TASK_BODY_BYTES } from "../../domain/task/task-limits.ts";
import { BodyError, readBody } from "../server/read-body.ts";
import type { AgentEnv, AgentParts } from "./agent-parts.ts";
import type { LiveTask } from "./live-task.ts";
import { taskStream } from "./task-stream.ts";
import { tokenGuard } from "./token-guard.ts";

/** When to try again where the pod is full, in seconds: soon, for another one may be free by then. */
const RETRY_AFTER = { "Retry-After": "1" };

/** `/tasks`: start, join and remove (protocols F). */
export function taskRoutes({ podUID, token, tasks, timers }: AgentParts): Hono<AgentEnv> {
  const app = new Hono<AgentEnv>();
  app.use("/tasks", tokenGuard(token));
  app.use("/tasks/:id", tokenGuard(token));

  const answerWith = (c: Context, task: LiveTask) => {
    if (task.joiners >= MAX_JOINERS_PER_TASK)
      return c.json({ error: "too many readers have joined the task" }, 429, RETRY_AFTER);
    return c.body(taskStream(task, timers), 200, {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-store",
    });
  };

  app.post("/tasks", async (c) => {
    const request = await readRequest(c);
    if ("flaw" in request) return c.json({ error: request.flaw }, request.status);
    // An address is used again: this pod may not be the one that the leader has chosen.
    if (request.podUID !== podUID) return c.json({ error: "this is another pod" }, 409);
    const task = tasks.start(request);
    if (task === "full") return c.json({ error: "the pod is full" }, 429, RETRY_AFTER);
    if (task === "draining") return c.json({ error: "the pod is being stopped" }, 503, RETRY_AFTER);
    return answerWith(c, task);
  });

  app.get("/tasks/:id", (c) => {
    const id = c.req.param("id");
    const task = isTaskID(id) ? tasks.find(id) : undefined;
    return task === undefined ? c.json({ error: "no such task" }, 404) : answerWith(c, task);
  });

  app.delete("/tasks/:id", (c) => {
    tasks.remove(c.req.param("id"));
    return c.body(null, 204);
  });
  return app;
}

async function readRequest(c: Context<AgentEnv>) {
  try {
    const body = await readBody(c.env.incoming, MAX_TASK_BODY_BYTES);
    const request = parseTaskRequest(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return "flaw" in request ? ({ ...request, status: 400 } as const) : request;
  } catch (error) {
    if (error instanceof BodyError) return { flaw: error.message, status: 413 } as const;
    return { flaw: "the body is not UTF-8", status: 400 } as const;
  }
}
