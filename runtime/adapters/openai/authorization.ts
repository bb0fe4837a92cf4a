import { ModelError, ModelErrorReason } from "../../ports/model.ts";

/** Reads an API key. It is asked before each call, so that a rotated one needs no restart. */
export type KeySource = () => string | Promise<string>;

/**
 * Reads the key and makes the Authorization header of it; none for an empty key, as local models want.
 *
 * The key is checked here because `Headers` would quote a bad one in its error.
 */
export async function authorizationOf(readKey: KeySource): Promise<Readonly<Record<string, string>>> {
  const key = (await read(readKey)).trim();
  if (key === "") return {};
  if (!/^[\x21-\x7e]+$/.test(key))
    throw unauthorized("the provider's API key holds characters that no HTTP header can carry", false);
  return { authorization: `Bearer ${key}` };
}

async function read(readKey: KeySource): Promise<string> {
  try {
    return await readKey();
  } catch (error) {
    const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
    const named = typeof code === "string" ? ` (${code})` : "";
    // Worth another try: a mounted Secret is away for a moment while it is replaced.
    throw unauthorized(`the provider's API key can't be read${named}`, true);
  }
}

function unauthorized(message: string, isRetryable: boolean): ModelError {
  return new ModelError(ModelErrorReason.unauthorized, message, { isRetryable });
}
