import type { Post } from "./webhook-caller.ts";

/** Where webhooks are and what opens them. */
export type Endpoint = { readonly webhookURL: string; readonly tokens: Readonly<Record<string, string>> };

/** Calls webhooks over a real socket. */
export function postOverHTTP({ webhookURL, tokens }: Endpoint): Post {
  return async ({ event, key, id }) => {
    const response = await fetch(`${webhookURL}/triggers/default/${event}/fire`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${tokens[event]}`,
        "Content-Type": "application/json",
        ...(key === undefined ? {} : { "Idempotency-Key": key }),
      },
      body: JSON.stringify({ id }),
    });
    return [{ status: response.status, text: await response.text() }];
  };
}
