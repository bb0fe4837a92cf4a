import { Agent, type Dispatcher } from "undici";
import { TASK_TOKEN_HEADER } from "../../../lib/api/keys.ts";
import { SILENCE_MS } from "../../domain/task/task-limits.ts";
import type { AgentEndpoint } from "../../ports/agent-endpoints.ts";
import { type Task, TaskError, type TaskEvent, TaskRefusal, type Tasks } from "../../ports/tasks.ts";
import { readTaskEvents } from "./read-task-events.ts";
import { refusalOf, rejectionOf } from "./task-refusals.ts";

/** Where a pod's tasks are, and the token that it wants. */
export type TaskAddress = {
  /** Without a slash at the end. */
  readonly baseURL: string;
  readonly token: string;
};

/** Finds a pod's address, as it is now; undefined where the pod is gone. */
export type FindTaskAddress = (
  endpoint: AgentEndpoint,
) => TaskAddress | undefined | Promise<TaskAddress | undefined>;

/** How patient the client is. */
export type HttpTasksOptions = {
  readonly connectTimeoutMs?: number;
  /** Silence after which a connection counts as lost; the pod sends a sign of life more often. */
  readonly silenceMs?: number;
};

type TaskRequest = {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly body?: string;
};

/** Most connections to one pod: every running task, and readers that join it. */
const CONNECTIONS_PER_POD = 1_024;
const CONNECT_TIMEOUT_MS = 5_000;

/** Sends tasks to pods over HTTP/1.1 (protocols F), on pooled connections. */
export class HttpTasks implements Tasks {
  readonly #findAddress: FindTaskAddress;
  readonly #pool: Agent;

  constructor(findAddress: FindTaskAddress, options: HttpTasksOptions = {}) {
    const silenceMs = options.silenceMs ?? SILENCE_MS;
    this.#findAddress = findAddress;
    this.#pool = new Agent({
      connections: CONNECTIONS_PER_POD,
      connect: { timeout: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS },
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
    });
  }

  start(endpoint: AgentEndpoint, task: Task, signal: AbortSignal): AsyncIterable<TaskEvent> {
    const { id, prompt, deadline } = task;
    const body = JSON.stringify({ id, prompt, deadline, podUID: endpoint.podUID });
    return this.#read(endpoint, { method: "POST", path: "/tasks", body }, signal);
  }

  join(endpoint: AgentEndpoint, taskID: string, signal: AbortSignal): AsyncIterable<TaskEvent> {
    return this.#read(endpoint, { method: "GET", path: pathOf(taskID) }, signal);
  }

  async remove(endpoint: AgentEndpoint, taskID: string): Promise<void> {
    const { statusCode, body } = await this.#send(endpoint, { method: "DELETE", path: pathOf(taskID) });
    body.dump().catch(ignore);
    const isDone = statusCode === 404 || (statusCode >= 200 && statusCode < 300);
    if (!isDone) throw refusalOf(statusCode, endpoint);
  }

  /** Closes all connections; streams that are being read break. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async *#read(
    endpoint: AgentEndpoint,
    request: TaskRequest,
    signal: AbortSignal,
  ): AsyncGenerator<TaskEvent> {
    const { statusCode, headers, body } = await this.#send(endpoint, request, signal);
    if (statusCode !== 200) {
      const rejection = await rejectionOf(statusCode, body);
      body.dump().catch(ignore);
      if (rejection === undefined) throw refusalOf(statusCode, endpoint);
      yield rejection;
      return;
    }
    let hasEnded = false;
    try {
      if (!String(headers["content-type"]).startsWith("text/event-stream")) throw noStream(endpoint);
      for await (const event of readTaskEvents(body.iterator({ destroyOnReturn: false }))) {
        hasEnded = event.type !== "token";
        yield event;
      }
    } catch (error) {
      throw error instanceof TaskError ? error : unreachable(endpoint, error);
    } finally {
      // Behind the end there is nothing but the end of the stream: the connection can be used again.
      if (hasEnded) body.dump().catch(ignore);
      else body.on("error", ignore).destroy();
    }
  }

  async #send(
    endpoint: AgentEndpoint,
    { method, path, body }: TaskRequest,
    signal?: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const address = await this.#findAddress(endpoint);
    if (address === undefined) throw new TaskError(TaskRefusal.gone, `pod ${endpoint.pod} is gone`);
    const { origin, pathname } = new URL(address.baseURL);
    try {
      return await this.#pool.request({
        origin,
        path: pathname === "/" ? path : pathname + path,
        method,
        headers: { [TASK_TOKEN_HEADER]: address.token, "content-type": "application/json" },
        body: body ?? null,
        signal: signal ?? null,
      });
    } catch (error) {
      throw unreachable(endpoint, error);
    }
  }
}

function pathOf(taskID: string): string {
  return `/tasks/${encodeURIComponent(taskID)}`;
}

function noStream({ pod }: AgentEndpoint): TaskError {
  return new TaskError(TaskRefusal.gone, `what answers for pod ${pod} sends no event stream`);
}

function unreachable({ pod }: AgentEndpoint, error: unknown): TaskError {
  const code = (error as NodeJS.ErrnoException).code ?? (error as Error).name;
  return new TaskError(TaskRefusal.unreachable, `the connection to pod ${pod} failed: ${code}`, error);
}

function ignore(): void {}
