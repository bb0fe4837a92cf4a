/** An answer as a test looks at it. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what comes back is what the test is about to find out
  readonly body: any;
};

/** What a request to the webhook endpoint carries. */
export type Post = {
  readonly query?: string;
  readonly event?: string;
  /** Sent as JSON unless it is text or bytes. */
  readonly body?: string | Uint8Array | object;
  /** A header that is undefined is left out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
};

/** The request in the terms of `fetch`. */
export function requestInit(method: string, { body, headers = {}, signal }: Post): RequestInit {
  const given = Object.entries(headers).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value]],
  );
  return {
    method,
    headers: given as [string, string][],
    signal: signal ?? null,
    ...(body === undefined ? {} : { body: bytesOf(body) }),
  };
}

/** Reads an answer to its end; JSON is parsed. */
export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJSON = response.headers.get("content-type")?.includes("json") === true;
  const body = isJSON && text !== "" ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, body };
}

function bytesOf(body: NonNullable<Post["body"]>): string | Uint8Array<ArrayBuffer> {
  if (typeof body === "string") return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}
