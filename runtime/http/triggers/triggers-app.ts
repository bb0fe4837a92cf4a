import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import { AgentRunResource } from "../../../lib/api/agent-run.ts";
import { TRIGGERS_PREFIX } from "../../../lib/api/network.ts";
import type { ObjectKey } from "../../../lib/api/object.ts";
import { StoreError } from "../../ports/store-error.ts";
import { BodyError, readBody } from "../server/read-body.ts";
import { EventGate } from "./event-gate.ts";
import { problemOf, unavailable } from "./fire-outcome.ts";
import { FireRoute } from "./fire-route.ts";
import { OpenStreams } from "./open-streams.ts";
import { answerPoll } from "./poll-route.ts";
import { Problem, ProblemCode, problemResponse, retryAfter } from "./problem.ts";
import { RunWaiters } from "./run-waiters.ts";
import type { TriggerParts } from "./trigger-parts.ts";

type Env = { Bindings: HttpBindings; Variables: { requestId: string } };

/** The webhook endpoint: an app to listen with, and how to end it. */
export type TriggersApp = {
  readonly app: Hono<Env>;
  /** Answers 503 from now on, sends waiting callers their 504 and streams their last event. */
  shutDown(): void;
};

/** Builds the webhook endpoint of port 8092 (the specification's "Webhook fire"; design §3). */
export function triggersApp(parts: TriggerParts): TriggersApp {
  const gate = new EventGate(parts);
  const { store, runs, timers, limits } = parts;
  const isStored = async (key: ObjectKey) => (await store.get(AgentRunResource, key)) !== undefined;
  const waiters = new RunWaiters({ runs, timers, max: limits.maxWaiters, isStored });
  const streams = new OpenStreams(runs, limits.maxStreams);
  const fires = new FireRoute(parts, waiters, streams);
  const app = new Hono<Env>();
  let isShutDown = false;

  const open = async (c: Context<Env>): Promise<AgentEvent> => {
    if (isShutDown) throw shuttingDown();
    const { events, runs, secrets } = parts;
    if (!events.isSynced || !runs.isSynced || !secrets.isSynced)
      throw unavailable("still reading what exists");
    const event = await gate.event({
      namespace: c.req.param("namespace") ?? "",
      name: c.req.param("event") ?? "",
    });
    const address = c.env.incoming.socket.remoteAddress ?? "";
    await gate.admit(event, c.req.header("Authorization"), address);
    return event;
  };

  app.use(async (c, next) => {
    c.set("requestId", requestIdOf(c.req.header("X-Request-Id")) ?? parts.random.uuid());
    await next();
    c.res.headers.set("X-Request-Id", c.get("requestId"));
  });

  app.all(`${TRIGGERS_PREFIX}/:namespace/:event/fire`, async (c) => {
    demandMethod(c, "POST");
    const event = await open(c);
    return fires.answer({
      event,
      place: { namespace: event.metadata.namespace ?? "", event: event.metadata.name },
      parameters: queryOf(c.req.url),
      idempotencyKey: c.req.header("Idempotency-Key"),
      readBody: () => readBody(c.env.incoming, parts.limits.maxBodyBytes),
      requestId: c.get("requestId"),
      onGone: (leave) => onClose(c.env.outgoing, leave),
      cut: () => c.env.outgoing.destroy(),
    });
  });

  app.all(`${TRIGGERS_PREFIX}/:namespace/:event/runs/:run`, async (c) => {
    demandMethod(c, "GET");
    return answerPoll(parts, await open(c), c.req.param("run"));
  });

  app.notFound((c) =>
    answerProblem(c, new Problem(404, ProblemCode.notFound, "there is nothing at this path")),
  );
  app.onError((error, c) => answerProblem(c, asProblem(parts, error, c)));

  return {
    app,
    shutDown: () => {
      isShutDown = true;
      waiters.shutDown();
      streams.shutDown();
    },
  };
}

/** What stands behind the question mark: taking the whole address apart costs as much as routing it. */
function queryOf(url: string): URLSearchParams {
  const at = url.indexOf("?");
  return new URLSearchParams(at < 0 ? "" : url.slice(at + 1));
}

/** A caller may be gone before anybody listens for it, and then no event comes any more. */
function onClose(outgoing: HttpBindings["outgoing"], leave: () => void): void {
  if (outgoing.destroyed) leave();
  else outgoing.once("close", leave);
}

function demandMethod(c: Context<Env>, method: "GET" | "POST"): void {
  if (c.req.method === method) return;
  throw new Problem(405, ProblemCode.methodNotAllowed, `use ${method}`, { headers: { Allow: method } });
}

function asProblem(parts: TriggerParts, error: Error, c: Context<Env>): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof StoreError) {
    const { reason } = error;
    parts.logger.warn("fire refused by the store", { requestId: c.get("requestId"), reason, error });
    return problemOf(error);
  }
  if (error instanceof BodyError) {
    const isTooLarge = error.reason === "TooLarge";
    // The rest of a body that is too large is never read, so the connection can't be used again.
    const headers = { Connection: "close" };
    return isTooLarge
      ? new Problem(413, ProblemCode.bodyTooLarge, error.message, { headers })
      : new Problem(400, ProblemCode.invalidBody, error.message, { headers });
  }
  parts.logger.error("request failed", { requestId: c.get("requestId"), error });
  return new Problem(
    500,
    ProblemCode.internal,
    "something is wrong in the operator; its log has the requestId",
  );
}

function answerProblem(c: Context<Env>, problem: Problem): Response {
  return problemResponse(problem, c.get("requestId"));
}

function shuttingDown(): Problem {
  return new Problem(503, ProblemCode.shuttingDown, "this replica shuts down; try again", {
    headers: retryAfter(1_000),
  });
}

/** A caller's own id is taken over where it can't do harm in a log. */
function requestIdOf(header: string | undefined): string | undefined {
  return header !== undefined && /^[\w.-]{1,64}$/.test(header) ? header : undefined;
}
