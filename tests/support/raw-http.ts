import { connect } from "node:net";

/** What is written on a raw connection: text goes out as UTF-8. */
export type RawPart = string | Uint8Array;

/**
 * Writes parts on a connection of its own, one after the other, and gives back all that comes until the server ends
 * it. An error of the connection, such as a reset, ends it as well: what came before counts.
 */
export function talkRaw(port: number, parts: readonly RawPart[]): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => {
      for (const part of parts) socket.write(part);
    });
    socket.setEncoding("latin1").on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", () => undefined).on("close", () => resolve(answer));
  });
}

/** The lines of a request with the header `Connection: close`, without a body. */
export function rawHead(line: string, headers: readonly string[]): string {
  return [line, "Host: tocsin", "Connection: close", ...headers, "", ""].join("\r\n");
}

/** The status of a raw answer's first line. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? Number.NaN);
}
