import type { ModelChunk } from "../../runtime/ports/model.ts";

/** A streamed answer that a test speaks piece by piece, while it is being read. */
export class ScriptedAnswer implements AsyncIterable<ModelChunk> {
  readonly #chunks: ModelChunk[] = [];
  #isOver = false;
  #error: Error | undefined;
  #news = Promise.withResolvers<void>();

  say(text: string): void {
    this.#add({ type: "token", text });
  }

  /** Ends the answer as a model does. */
  stop(usage = { prompt: 1, completion: 1 }): void {
    this.#isOver = true;
    this.#add({ type: "end", finishReason: "stop", usage });
  }

  /** Ends the stream without an end of the answer. */
  cut(): void {
    this.#isOver = true;
    this.#wake();
  }

  throw(error: Error): void {
    this.#error = error;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<ModelChunk> {
    for (;;) {
      for (let chunk = this.#chunks.shift(); chunk !== undefined; chunk = this.#chunks.shift()) yield chunk;
      if (this.#error !== undefined) throw this.#error;
      if (this.#isOver) return;
      await this.#news.promise;
    }
  }

  #add(chunk: ModelChunk): void {
    this.#chunks.push(chunk);
    this.#wake();
  }

  #wake(): void {
    const news = this.#news;
    this.#news = Promise.withResolvers();
    news.resolve();
  }
}
