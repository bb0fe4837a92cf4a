/** An answer that has come whole. */
export type Answer = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
};

/** What was read of a connection's answers. */
export type ReadAnswers = {
  readonly answers: readonly Answer[];
  /** Bytes after the last whole answer; at the end of a connection that was not cut there may be none. */
  readonly rest: number;
  /** Set where the bytes are no HTTP/1.1 answer. */
  readonly flaw?: string;
};

type Piece = { readonly answer?: Answer; readonly end: number };

/** Reads all whole answers from the bytes that a server sent. Informational ones (1xx) are passed over. */
export function readAnswers(bytes: Buffer): ReadAnswers {
  const answers: Answer[] = [];
  let at = 0;
  try {
    while (at < bytes.length) {
      const piece = readOne(bytes, at);
      if (piece === undefined) break;
      if (piece.answer !== undefined) answers.push(piece.answer);
      at = piece.end;
    }
  } catch (error) {
    return { answers, rest: bytes.length - at, flaw: (error as Error).message };
  }
  return { answers, rest: bytes.length - at };
}

function readOne(bytes: Buffer, start: number): Piece | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n", start);
  if (headEnd < 0) return undefined;
  const [line = "", ...lines] = bytes.toString("latin1", start, headEnd).split("\r\n");
  const [, code] = /^HTTP\/1\.1 (\d{3}) /.exec(line) ?? [];
  if (code === undefined) throw new Error(`no status line: ${JSON.stringify(line.slice(0, 80))}`);
  const headers = new Map(
    lines.map((each) => [
      each.slice(0, each.indexOf(":")).toLowerCase(),
      each.slice(each.indexOf(":") + 1).trim(),
    ]),
  );
  const status = Number(code);
  const bodyStart = headEnd + 4;
  if (status < 200) return { end: bodyStart };
  const body =
    headers.get("transfer-encoding") === "chunked"
      ? chunkedBody(bytes, bodyStart)
      : plainBody(bytes, bodyStart, headers);
  return body && { answer: { status, headers, body: body.bytes }, end: body.end };
}

type Body = { readonly bytes: Buffer; readonly end: number };

function plainBody(bytes: Buffer, start: number, headers: ReadonlyMap<string, string>): Body | undefined {
  const end = start + Number(headers.get("content-length") ?? 0);
  // The answer to a HEAD says how long the body would be, and has none.
  const isHead = bytes.length === start;
  if (isHead) return { bytes: Buffer.alloc(0), end: start };
  return end <= bytes.length ? { bytes: bytes.subarray(start, end), end } : undefined;
}

function chunkedBody(bytes: Buffer, start: number): Body | undefined {
  const chunks: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    const end = lineEnd + 2 + size + 2;
    if (end > bytes.length) return undefined;
    if (size === 0) return { bytes: Buffer.concat(chunks), end };
    chunks.push(bytes.subarray(lineEnd + 2, end - 2));
    at = end;
  }
}
