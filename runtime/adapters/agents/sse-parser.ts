/** An event of an event stream. */
export type SseEvent = { readonly name: string; readonly data: string };

/** Thrown where a line or an event is longer than the parser may hold. */
export class SseTooLargeError extends Error {
  constructor(maxUnits: number) {
    super(`an event is longer than ${maxUnits} characters`);
    this.name = "SseTooLargeError";
  }
}

/**
 * Parses a `text/event-stream` that arrives in pieces, cut anywhere, also inside a character or a line end.
 * Fields other than `event` and `data` are passed over, as are comments.
 * Source: https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export class SseParser {
  readonly #maxUnits: number;
  readonly #decoder = new TextDecoder();
  #endsWithCR = false;
  #partialLine: string[] = [];
  #partialUnits = 0;
  #name = "";
  #data: string[] = [];
  #dataUnits = 0;

  constructor(maxUnits: number) {
    this.#maxUnits = maxUnits;
  }

  /** Takes the next piece and gives the events that it completes. Throws {@link SseTooLargeError}. */
  push(piece: Uint8Array): SseEvent[] {
    let text = this.#decoder.decode(piece, { stream: true });
    if (text === "") return [];
    if (this.#endsWithCR && text.startsWith("\n")) text = text.slice(1);
    this.#endsWithCR = text === "" ? false : text.endsWith("\r");
    const lines = text.replace(/\r\n?/g, "\n").split("\n");
    const rest = lines.pop() ?? "";
    const events: SseEvent[] = [];
    for (const line of lines) {
      this.#hold(line);
      const whole = this.#partialLine.join("");
      this.#partialLine = [];
      this.#partialUnits = 0;
      const event = this.#take(whole);
      if (event !== undefined) events.push(event);
    }
    if (rest !== "") this.#hold(rest);
    return events;
  }

  #hold(text: string): void {
    this.#partialLine.push(text);
    this.#partialUnits += text.length;
    if (this.#partialUnits + this.#dataUnits > this.#maxUnits) throw new SseTooLargeError(this.#maxUnits);
  }

  #take(line: string): SseEvent | undefined {
    if (line === "") return this.#dispatch();
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (field === "event") this.#name = value;
    if (field === "data") {
      this.#data.push(value);
      this.#dataUnits += value.length + 1;
    }
    return undefined;
  }

  #dispatch(): SseEvent | undefined {
    const event = { name: this.#name || "message", data: this.#data.join("\n") };
    const isEmpty = this.#data.length === 0;
    this.#name = "";
    this.#data = [];
    this.#dataUnits = 0;
    return isEmpty ? undefined : event;
  }
}
