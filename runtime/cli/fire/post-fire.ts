import { type IncomingMessage, request as requestOverHttp } from "node:http";
import { request as requestOverHttps } from "node:https";
import type { Duplex } from "node:stream";
import { CliError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";

/** A fire as it is posted. */
export type FirePost = {
  readonly url: URL;
  readonly token: string;
  readonly body: string;
  readonly signal: AbortSignal;
  /** A connection that is there already; without it one is made to the address. */
  readonly connection?: Duplex | undefined;
};

/**
 * Posts a fire, and gives the answer once it begins. Redirects are not followed: the token is for this address.
 * Throws CliError where nobody answers; an abort is thrown as it is.
 */
export function postFire({ url, token, body, signal, connection }: FirePost): Promise<IncomingMessage> {
  const bytes = Buffer.from(body, "utf8");
  const send = url.protocol === "https:" ? requestOverHttps : requestOverHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
        "Content-Length": bytes.length,
        "User-Agent": "tocsin",
        Connection: "close",
      },
      signal,
      // Node asks for a connection only where no agent is named at all.
      ...(connection === undefined ? { agent: false } : { createConnection: () => connection }),
    });
    request.once("error", (error) => reject(signal.aborted ? error : unanswered(url, error)));
    request.once("response", resolve);
    request.end(bytes);
  });
}

function unanswered({ origin }: URL, error: Error & { readonly code?: string }): CliError {
  return new CliError(
    `the webhook endpoint at ${origin} can't be reached: ${error.code ?? error.message}`,
    "Is the server running, and is it the right address? --address names another.",
    ExitCode.unreachable,
  );
}
