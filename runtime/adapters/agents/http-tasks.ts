import { Agent, type Dispatcher } from "undici";
import { TASK_TOKEN_HEADER } from "../../../lib/api/keys.ts";
import { SILENCE_MS } from "../../domain/task/task-limits.ts";
import type { AgentEndpoint } from "../../ports/agent-endpoints.ts";
import { type Task, TaskError, type TaskEvent, TaskRefusal, type Tasks } from "../../ports/tasks.ts";
import { beginningOf } from "./beginning-of.ts";
import { readTaskEvents } from "./read-task-events.ts";
import { gatewayRefusal, MAX_EXPLANATION_BYTES, refusalOf, rejectionOf } from "./task-refusals.ts";

/** Where a pod's tasks are, and the token that it wants. */
export type TaskAddress = {
  /** Without a slash at the end. */
  readonly baseURL: string;
  readonly token: string;
  /** What is between; absent: nothing. */
  readonly gateway?: TaskGateway;
};

/** A server that passes requests on to pods and wants credentials for it: the API server's proxy. */
export type TaskGateway = {
  readonly dispatcher: Dispatcher;
  readonly headers: Readonly<Record<string, string>>;
  /** Has the credentials read again: it did not know them any more. */
  forget(): void;
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

/** An answer; where it is not a stream, the beginning of its body has been read. */
type TaskAnswer = Pick<Dispatcher.ResponseData, "statusCode" | "headers" | "body"> & {
  readonly text: string;
};

type TaskRequest = {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly body?: string;
};

/** Most connections to one pod: every running task, and readers that join it. */
const CONNECTIONS_PER_POD = 1_024;
const CONNECT_TIMEOUT_MS = 5_000;
const UNAUTHORIZED = 401;

/** Sends tasks to pods over HTTP/1.1 (protocols F), on pooled connections. */
export class HttpTasks implements Tasks {
  readonly #findAddress: FindTaskAddress;
  readonly #pool: Agent;
  readonly #silenceMs: number;

  constructor(findAddress: FindTaskAddress, options: HttpTasksOptions = {}) {
    const silenceMs = options.silenceMs ?? SILENCE_MS;
    this.#findAddress = findAddress;
    this.#silenceMs = silenceMs;
    this.#pool = new Agent({
      connections: CONNECTIONS_PER_POD,
      connect: { timeout: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS },
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
    const answer = await this.#send(endpoint, { method: "DELETE", path: pathOf(taskID) });
    const isDone = answer.statusCode === 404 || (answer.statusCode >= 200 && answer.statusCode < 300);
    if (!isDone) throw refusalOf(answer.statusCode, endpoint);
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
    const { statusCode, headers, body, text } = await this.#send(endpoint, request, signal);
    if (statusCode !== 200) {
      const rejection = rejectionOf(statusCode, text);
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
  ): Promise<TaskAnswer> {
    const address = await this.#findAddress(endpoint);
    if (address === undefined) throw new TaskError(TaskRefusal.gone, `pod ${endpoint.pod} is gone`);
    const { baseURL, token, gateway } = address;
    const { origin, pathname } = new URL(baseURL);
    try {
      const answer = await (gateway?.dispatcher ?? this.#pool).request({
        origin,
        path: pathname === "/" ? path : pathname + path,
        method,
        headers: { ...gateway?.headers, [TASK_TOKEN_HEADER]: token, "content-type": "application/json" },
        body: body ?? null,
        signal: signal ?? null,
        headersTimeout: this.#silenceMs,
        bodyTimeout: this.#silenceMs,
      });
      if (answer.statusCode === 200) return { ...answer, text: "" };
      return this.#refused(answer, endpoint, gateway);
    } catch (error) {
      throw error instanceof TaskError ? error : unreachable(endpoint, error);
    }
  }

  /** Reads why a request was not taken. What a gateway says of itself is not the pod's word. */
  async #refused(
    { statusCode, headers, body }: Dispatcher.ResponseData,
    endpoint: AgentEndpoint,
    gateway: TaskGateway | undefined,
  ): Promise<TaskAnswer> {
    const text = await beginningOf(body, MAX_EXPLANATION_BYTES);
    body.on("error", ignore).destroy();
    const refusal = gateway === undefined ? undefined : gatewayRefusal(statusCode, text, endpoint);
    if (refusal === undefined) return { statusCode, headers, body, text };
    if (statusCode === UNAUTHORIZED) gateway?.forget();
    throw refusal;
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
