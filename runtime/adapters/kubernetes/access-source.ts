import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";

/** A request as a pool of connections takes it. */
export type PoolRequest = {
  readonly origin: string;
  readonly path: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly headers: Record<string, string>;
  readonly body: string | null;
};

/** The beginning of an answer; its body comes as it is read. */
export type PoolAnswer = {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable & { text(): Promise<string> };
};

/** An answer with all of its body. */
export type WholeAnswer = {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
};

/** An answer that is under way, and how to have it rejected with an error, wherever it is. */
export type PendingAnswer = { readonly answer: Promise<WholeAnswer>; cut(error: Error): void };

/** Sends requests over connections that are kept. */
export type RequestPool = {
  /** For answers that are read as they come. */
  request(request: PoolRequest & { readonly signal: AbortSignal }): Promise<PoolAnswer>;
  /** For answers that are needed whole, which is all but watches. */
  exchange(request: PoolRequest): PendingAnswer;
};

/** How to send a request now. */
export type Access = {
  readonly pool: RequestPool;
  readonly origin: string;
  /** In front of every path, without a slash at its end. */
  readonly prefix: string;
  readonly host: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Connections to one API server, with somebody's credentials. */
export interface AccessSource {
  /** The pool and the credentials as they are now. Throws Unauthorized where they can't be had. */
  current(): Promise<Access>;
  /** Has the credentials read again before the next request: the server did not know them any more. */
  forget(): void;
  /** Closes every connection; watches and calls that are under way break. */
  close(): Promise<void>;
}
