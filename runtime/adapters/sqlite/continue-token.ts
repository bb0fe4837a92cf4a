/** Where a list goes on: the version that all of its pages show, and the last item of the page before. */
export type ContinueToken = {
  readonly version: number;
  readonly namespace: string;
  readonly name: string;
};

/** The token as clients carry it: opaque to them. */
export function encodeContinueToken({ version, namespace, name }: ContinueToken): string {
  return Buffer.from(JSON.stringify([version, namespace, name])).toString("base64url");
}

/** Reads a token back, or answers undefined where it is none of ours. */
export function decodeContinueToken(text: string): ContinueToken | undefined {
  try {
    const [version, namespace, name] = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    const isToken =
      Number.isSafeInteger(version) && typeof namespace === "string" && typeof name === "string";
    return isToken ? { version, namespace, name } : undefined;
  } catch {
    return undefined;
  }
}
