import { SystemTimers } from "../../runtime/adapters/node/system-timers.ts";
import {
  DEFAULT_MODEL_OPTIONS,
  OpenAIModel,
  type OpenAIModelOptions,
} from "../../runtime/adapters/openai/openai-model.ts";
import { type ModelChunk, ModelError, type ModelRequest } from "../../runtime/ports/model.ts";
import type { Random } from "../../runtime/ports/random.ts";
import { FakeClock } from "./fake-clock.ts";

/** The machine's timers, but whoever sleeps wakes at once; how long it would have been is noted. */
export class ImpatientTimers extends SystemTimers {
  readonly slept: number[] = [];

  override sleep(delayMs: number, _signal?: AbortSignal): Promise<void> {
    this.slept.push(delayMs);
    return Promise.resolve();
  }
}

const noChance: Random = {
  bytes: (count) => new Uint8Array(count),
  fraction: () => 0,
  uuid: () => "00000000-0000-4000-8000-000000000000",
};

/** The key that tests use; no error may hold it. */
export const TEST_KEY = "sk-test-0123456789";
/** The prompt that tests use; no error may hold it. */
export const TEST_PROMPT = "a prompt that stays between us";

/** A model behind `baseURL`, with chance and the wall clock taken out. */
export function aProviderModel(
  options: Partial<OpenAIModelOptions> & { readonly baseURL: string },
  timers: SystemTimers = new ImpatientTimers(),
): OpenAIModel {
  return new OpenAIModel(
    { ...DEFAULT_MODEL_OPTIONS, apiKey: () => TEST_KEY, ...options },
    { clock: new FakeClock("2026-01-01T00:00:00Z"), timers, random: noChance },
  );
}

/** A request that ends when the signal says so, by default never. */
export function aRequest(parts: Partial<ModelRequest> = {}): ModelRequest {
  return { model: "m", prompt: TEST_PROMPT, signal: new AbortController().signal, ...parts };
}

/** A streamed answer to its end, or to what it threw. */
export type Heard = {
  readonly text: string;
  readonly end: Extract<ModelChunk, { type: "end" }> | undefined;
  readonly error: ModelError | undefined;
};

/** Listens to a stream to its end; throws what is no ModelError. */
export async function hear(chunks: AsyncIterable<ModelChunk>): Promise<Heard> {
  let text = "";
  let end: Heard["end"];
  try {
    for await (const chunk of chunks) {
      if (chunk.type === "token") text += chunk.text;
      else end = chunk;
    }
    return { text, end, error: undefined };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { text, end, error };
  }
}
