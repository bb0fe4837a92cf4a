import { ModelError, ModelErrorReason } from "../../ports/model.ts";

/**
 * Checks a provider's base address and returns its host, for messages. A user or password in it is refused:
 * `fetch` would, and its error quotes them.
 */
export function hostOf(baseURL: string): string {
  const url = URL.canParse(baseURL) ? new URL(baseURL) : undefined;
  const isSound =
    url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  if (isSound) return url.host;
  throw new ModelError(
    ModelErrorReason.rejected,
    "the provider's baseURL has to be an http or https address without a user or password in it",
    { isRetryable: false },
  );
}
