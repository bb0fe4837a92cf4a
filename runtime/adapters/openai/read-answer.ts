import { trimInvisible } from "../../domain/health/text/invisible.ts";
import { type ModelChunk, ModelError, ModelErrorReason, type TokenUsage } from "../../ports/model.ts";
import { answerFlaw } from "./answer-flaw.ts";
import { type Completion, readCompletion } from "./completion.ts";
import { malformed } from "./malformed.ts";

/**
 * Turns the chunks of a chat completion into pieces of text and an end, or throws the {@link ModelError} that
 * says why they make no answer. Nothing is cut: one byte too many fails the whole.
 */
export async function* readAnswer(
  chunks: AsyncIterable<unknown>,
  maxOutputBytes: number,
): AsyncGenerator<ModelChunk> {
  const answer = new Answer(maxOutputBytes);
  try {
    for await (const chunk of chunks) {
      const text = answer.add(chunk);
      if (text !== "") yield { type: "token", text };
    }
  } catch (error) {
    if (!answer.hasFinished || !isLoss(error)) throw error;
    // The model has said that it is done: what was lost is at most the count of its tokens.
  }
  yield answer.end();
}

class Answer {
  readonly #maxBytes: number;
  #bytes = 0;
  #finishReason: string | null = null;
  #hasRefused = false;
  #hasToolCalls = false;
  #isVisible = false;
  #usage: TokenUsage | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get hasFinished(): boolean {
    return this.#finishReason !== null;
  }

  /** Takes a chunk in and returns its text. */
  add(chunk: unknown): string {
    const piece = readCompletion(chunk, "delta");
    if (piece === undefined) throw malformed("events that are no chat completion");
    const text = piece.content ?? "";
    this.#bytes += Buffer.byteLength(text);
    if (this.#bytes > this.#maxBytes) throw tooLarge(this.#maxBytes);
    this.#isVisible ||= trimInvisible(text) !== "";
    this.#note(piece);
    return text;
  }

  #note(piece: Completion): void {
    this.#hasRefused ||= piece.refusal !== null && piece.refusal !== "";
    this.#hasToolCalls ||= piece.hasToolCalls;
    if (piece.finishReason !== null && piece.finishReason !== "") this.#finishReason = piece.finishReason;
    this.#usage = piece.usage ?? this.#usage;
  }

  end(): ModelChunk {
    const finishReason = this.#finishReason;
    const flaw = answerFlaw({
      finishReason,
      hasRefused: this.#hasRefused,
      hasToolCalls: this.#hasToolCalls,
      isVisible: this.#isVisible,
    });
    if (flaw !== undefined) throw flaw;
    return { type: "end", finishReason, usage: this.#usage };
  }
}

function isLoss(error: unknown): boolean {
  if (!(error instanceof ModelError)) return false;
  return error.reason === ModelErrorReason.unreachable || error.reason === ModelErrorReason.stalled;
}

function tooLarge(maxBytes: number): ModelError {
  return new ModelError(
    ModelErrorReason.tooLarge,
    `the model's answer is larger than ${maxBytes} bytes: ask for a shorter one`,
    { isRetryable: false },
  );
}
