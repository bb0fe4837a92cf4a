import type { StepStatus } from "../../lib/api/agent-run.ts";
import { firePath } from "../../lib/api/network.ts";
import { TOKEN, type WebhookServer } from "./a-webhook-server.ts";
import { type Post, requestInit } from "./an-answer.ts";
import { type SseFrame, sseFrames } from "./sse-frames.ts";

// biome-ignore lint/suspicious/noExplicitAny: what comes is what the test is about to find out
type Data = any;

/** A caller that follows a fire with `mode=sse` on a real socket, and what it has been told so far. */
export class Stream {
  readonly response: Response;
  readonly frames: SseFrame[] = [];
  readonly #server: WebhookServer;
  readonly #abort: AbortController;
  /** `ended` once the server has ended the stream as it should, `broken` where the connection was cut. */
  state: "open" | "ended" | "broken" = "open";

  static async open(server: WebhookServer, { query = "?mode=sse", event = "alarm", ...sent }: Post = {}) {
    const abort = new AbortController();
    const headers = { authorization: `Bearer ${TOKEN}`, ...sent.headers };
    const init = requestInit("POST", { ...sent, headers, signal: abort.signal });
    const response = await fetch(`${server.url}${firePath("default", event)}${query}`, init);
    return new Stream(server, response, abort);
  }

  private constructor(server: WebhookServer, response: Response, abort: AbortController) {
    this.#server = server;
    this.response = response;
    this.#abort = abort;
    void this.#read();
  }

  /** The names of what has been told, without signs of life. */
  get names(): readonly string[] {
    return this.frames.map(([name]) => name).filter((name) => name !== "");
  }

  /** What has been told under a name. */
  told(name: string): readonly Data[] {
    return this.frames.filter(([each]) => each === name).map(([, data]) => data);
  }

  /** The events' ids. */
  get ids(): readonly (string | undefined)[] {
    return this.frames.filter(([name]) => name !== "").map(([, , id]) => id);
  }

  /** All that the tokens say. */
  get text(): string {
    return this.told("token")
      .map(({ text }) => text)
      .join("");
  }

  /** The name of the fire's first run. */
  get runName(): string {
    return this.told("fire.accepted")[0]?.runs[0].runName ?? "";
  }

  /** Waits until something has been told, while the test's time stands still. */
  async hears(name: string, count = 1): Promise<void> {
    await this.#server.until(() => this.told(name).length >= count || this.state !== "open");
    if (this.told(name).length < count) throw new Error(`${name} did not come: ${this.names.join(", ")}`);
  }

  async hearsText(text: string): Promise<void> {
    await this.#server.until(() => this.text.length >= text.length || this.state !== "open");
  }

  /** Waits until the stream is over. */
  async isOver(): Promise<void> {
    await this.#server.until(() => this.state !== "open");
  }

  /** Goes away without a word. */
  leave(): void {
    this.#abort.abort();
  }

  async #read(): Promise<void> {
    try {
      for await (const frame of sseFrames(this.response)) this.frames.push(frame);
      this.state = "ended";
    } catch {
      this.state = "broken";
    }
  }
}

/** When the runs of these tests begin. */
export const STARTED = "2026-01-01T00:00:00.000Z";

/** The step `write` as it runs on the pod that the server knows. */
export function running(parts: Partial<StepStatus> = {}): StepStatus {
  const at = STARTED;
  const place = { pod: "writer-abcde", podUID: "pod-uid-1", taskID: `task-${parts.attempts ?? 1}` };
  return { name: "write", phase: "Running", attempts: 1, startedAt: at, attemptedAt: at, ...place, ...parts };
}

/** The same step once it has ended. */
export function ended(server: WebhookServer, parts: Partial<StepStatus>): StepStatus {
  return { ...running(), phase: "Succeeded", completedAt: server.clock.now().toISOString(), ...parts };
}

/** A stream whose run has begun. */
export async function begun(server: WebhookServer, query = "?mode=sse"): Promise<Stream> {
  const stream = await Stream.open(server, { query });
  await stream.hears("fire.accepted");
  await server.setRun(stream.runName, { phase: "Running", startedAt: STARTED, steps: [running()] });
  await stream.hears("step.started");
  return stream;
}
