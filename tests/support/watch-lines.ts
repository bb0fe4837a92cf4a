/** Reads the JSON lines of a watch one by one, and lets it go. */
export class WatchReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #text = "";

  constructor(response: Response) {
    if (response.body === null) throw new Error("the answer has no body");
    this.#reader = response.body.getReader();
  }

  /** The next event, or undefined at the end. */
  // biome-ignore lint/suspicious/noExplicitAny: what comes back is what the test is about to find out
  async next(): Promise<any> {
    const decoder = new TextDecoder();
    while (!this.#text.includes("\n")) {
      const { value, done } = await this.#reader.read();
      if (done) return undefined;
      this.#text += decoder.decode(value, { stream: true });
    }
    const end = this.#text.indexOf("\n");
    const line = this.#text.slice(0, end);
    this.#text = this.#text.slice(end + 1);
    return JSON.parse(line);
  }

  cancel(): Promise<void> {
    return this.#reader.cancel();
  }
}
