/** Thrown where a line is longer than anything that a server would send. */
export class LineTooLongError extends Error {
  override readonly name = "LineTooLongError";
}

const NEWLINE = 0x0a;

/**
 * Cuts bytes into lines wherever they were split, in the middle of a character too. What follows the last newline
 * is no line: it was cut off. Throws LineTooLongError beyond `maxBytes`.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<string> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      parts.push(chunk.subarray(from, end));
      from = end + 1;
      const line = Buffer.concat(parts).toString("utf8");
      parts = [];
      length = 0;
      if (line !== "") yield line;
    }
    if (from === chunk.length) continue;
    parts.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > maxBytes) throw new LineTooLongError(`a line of more than ${maxBytes} bytes`);
  }
}
