import type { Model, ModelChunk, ModelReply, ModelRequest } from "../../runtime/ports/model.ts";

/** A reply as a healthy provider gives it to the built-in prompt unless told otherwise. */
export function aReply(parts: Partial<ModelReply> = {}): ModelReply {
  return {
    status: 200,
    content: "HEALTHY",
    finishReason: "stop",
    refusal: null,
    hasToolCalls: false,
    ...parts,
  };
}

/** A model whose answers a test decides, and which remembers what it was asked. */
export class FakeModel implements Model {
  readonly asked: ModelRequest[] = [];
  readonly streamed: ModelRequest[] = [];
  /** Answers {@link ask}; may throw a ModelError, or hang. */
  answer: (request: ModelRequest) => Promise<ModelReply> | ModelReply = () => aReply();
  /** Answers {@link stream}; may throw a ModelError, or hang. */
  speak: (request: ModelRequest) => AsyncIterable<ModelChunk> = (request) => say(`echo: ${request.prompt}`);

  async ask(request: ModelRequest): Promise<ModelReply> {
    this.asked.push(request);
    return await this.answer(request);
  }

  stream(request: ModelRequest): AsyncIterable<ModelChunk> {
    this.streamed.push(request);
    return this.speak(request);
  }
}

/** A streamed answer of the given pieces, ended by a natural stop and a count of its tokens. */
export async function* say(...pieces: readonly string[]): AsyncIterable<ModelChunk> {
  for (const text of pieces) yield { type: "token", text };
  yield { type: "end", finishReason: "stop", usage: { prompt: 1, completion: pieces.length } };
}
