import type { ChatCompletionCreateParamsBase } from "openai/resources/chat/completions/completions";
import { MAX_STEP_OUTPUT_BYTES } from "../../../lib/api/agent-run.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Model, ModelChunk, ModelError, ModelReply, ModelRequest } from "../../ports/model.ts";
import type { Random } from "../../ports/random.ts";
import type { Timers } from "../../ports/timers.ts";
import { abortError } from "./abort-error.ts";
import { asEvents } from "./as-events.ts";
import { type ConnectionOptions, type ProviderAnswer, ProviderConnection } from "./provider-connection.ts";
import { readAnswer } from "./read-answer.ts";
import { readReply } from "./read-reply.ts";
import { readText } from "./read-text.ts";
import { retryAfterMs } from "./retry-after.ts";
import { retryDelayMs } from "./retry-delay.ts";
import { toModelError } from "./sdk-error.ts";
import { knownErrorCode, StatusError } from "./status-error.ts";

/** How to reach a provider, and what to bear of it. */
export type OpenAIModelOptions = ConnectionOptions & {
  /** How often a streamed call is tried again while nothing of its answer has come; 0 for never. */
  readonly maxRetries: number;
  /** Longest answer to a streamed call, in bytes of UTF-8. */
  readonly maxOutputBytes: number;
};

/** The options that a provider with nothing special about it needs. */
export const DEFAULT_MODEL_OPTIONS = {
  // Longer than the pauses that hosted models make between tokens, far shorter than a step.
  idleTimeoutMs: 60_000,
  maxRetries: 2,
  maxOutputBytes: MAX_STEP_OUTPUT_BYTES,
} as const;

/** What the model needs of the machine. */
export type OpenAIModelPorts = { readonly clock: Clock; readonly timers: Timers; readonly random: Random };

/** Most bytes read of an error's body, for its code. */
const MAX_ERROR_BYTES = 16_384;

/**
 * A model behind any API that speaks OpenAI's chat completions.
 *
 * A deadline is a signal that aborts with a TimeoutError, as `AbortSignal.timeout` does; any other abort is
 * taken for the caller's wish. Once text has been delivered nothing is tried again here: only the caller knows
 * what to do with what it has, and an error's `isRetryable` says whether starting over may help.
 */
export class OpenAIModel implements Model {
  readonly #options: OpenAIModelOptions;
  readonly #ports: OpenAIModelPorts;
  readonly #connection: ProviderConnection;

  constructor(options: OpenAIModelOptions, ports: OpenAIModelPorts) {
    this.#options = options;
    this.#ports = ports;
    this.#connection = new ProviderConnection(options, ports.timers);
  }

  /** Loads the SDK ahead of the first call: it takes some 200 ms, which start-up must not wait for. */
  async warm(): Promise<void> {
    await Promise.all([import("openai"), import("./http-client.ts")]);
  }

  /** Closes the connections that are kept for further calls. */
  close(): Promise<void> {
    return this.#connection.close();
  }

  async *stream(request: ModelRequest): AsyncGenerator<ModelChunk> {
    for (let made = 1; ; made++) {
      let hasBegun = false;
      try {
        for await (const chunk of this.#try(request)) {
          hasBegun = true;
          yield chunk;
        }
        return;
      } catch (error) {
        const failure = toModelError(error);
        if (hasBegun) throw failure;
        await this.#waitToRetry(failure, made, request.signal);
      }
    }
  }

  async ask(request: ModelRequest): Promise<ModelReply> {
    let answer: ProviderAnswer | undefined;
    try {
      const client = await this.#connection.client(request, (given) => {
        answer = given;
        // The SDK throws for a bad status and keeps part of the body; the judge wants all of both.
        return new Response(null, { status: 204 });
      });
      await client.chat.completions.create({ ...bodyOf(request), stream: false }).asResponse();
      if (answer === undefined) throw new TypeError("the SDK made no request");
      return await readReply(answer);
    } catch (error) {
      throw toModelError(error);
    }
  }

  async *#try(request: ModelRequest): AsyncGenerator<ModelChunk> {
    const client = await this.#connection.client(request, (answer) => this.#openStream(answer));
    const chunks = await client.chat.completions.create({
      ...bodyOf(request),
      stream: true,
      stream_options: { include_usage: true },
    });
    yield* readAnswer(chunks, this.#options.maxOutputBytes);
  }

  async #openStream(answer: ProviderAnswer): Promise<Response> {
    const { status, host, headers, body } = answer;
    if (status >= 200 && status < 300) {
      return new Response(ReadableStream.from(asEvents(body)));
    }
    // A body that breaks off takes nothing from the status.
    const { text } = await readText(body, MAX_ERROR_BYTES).catch(() => ({ text: "" }));
    throw new StatusError({
      status,
      host,
      code: knownErrorCode(text),
      retryAfterMs: retryAfterMs(headers, this.#ports.clock.now()),
    });
  }

  /** Returns when the call may be tried again; throws the failure when it may not, or when time is up. */
  async #waitToRetry(failure: ModelError, made: number, signal: AbortSignal): Promise<void> {
    const tries = { made, allowed: 1 + this.#options.maxRetries };
    const delayMs = retryDelayMs(failure, tries, this.#ports.random.fraction());
    if (delayMs === undefined) throw failure;
    await this.#ports.timers.sleep(delayMs, signal);
    if (signal.aborted) throw abortError(signal, failure);
  }
}

function bodyOf(request: ModelRequest): Pick<ChatCompletionCreateParamsBase, "model" | "messages"> {
  const { model, systemPrompt, prompt } = request;
  const system = systemPrompt === undefined ? [] : [{ role: "system" as const, content: systemPrompt }];
  return { model, messages: [...system, { role: "user", content: prompt }] };
}
