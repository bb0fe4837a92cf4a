const MAX_EXCERPT = 40;

/**
 * Quotes what somebody wrote for an error message. It is cut at 40 characters, because the message comes back
 * in an answer or a condition.
 */
export function quoteExcerpt(text: string): string {
  return JSON.stringify(text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT)}…` : text);
}
