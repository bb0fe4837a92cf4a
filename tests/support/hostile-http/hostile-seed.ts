/** A request that a decent client might send, for the generator to spoil. */
export type HostileSeed = {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** What one connection sends, and what is to come of it. */
export type HostileCase = {
  readonly name: string;
  /** Written one after the other, with a pause in between where there is more than one. */
  readonly chunks: readonly Buffer[];
  readonly pauseMs: number;
  /** How many requests it counts for. */
  readonly requests: number;
  /**
   * `answered`: an answer or a closed connection has to come. `left`: the caller goes without waiting, as
   * nothing has to come of half a request before the server's own timeouts.
   */
  readonly ending: "answered" | "left";
};

/** A request in bytes; a header may be spoilt, so that nothing here checks it. */
export function requestBytes(
  { method, path }: HostileSeed,
  headers: readonly (readonly [name: string, value: string])[],
  body: Buffer = Buffer.alloc(0),
): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    "",
    "",
  ];
  return Buffer.concat([Buffer.from(lines.join("\r\n"), "latin1"), body]);
}

/** The headers of a decent request, which ends its connection. */
export function decentHeaders(seed: HostileSeed, port: number, body: Buffer): [string, string][] {
  return [
    ["Host", `127.0.0.1:${port}`],
    ["Connection", "close"],
    ["Content-Length", String(body.length)],
    ...Object.entries(seed.headers ?? {}),
  ];
}
