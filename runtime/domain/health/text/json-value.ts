/** Takes the fence off a text that is one fenced block and nothing else. */
export function unfenced(text: string): string {
  const opening = /^```[\w+-]{0,20}[^\S\n]*\n/.exec(text);
  if (opening === null || !text.endsWith("```")) return text;
  const inner = text.slice(opening[0].length, -3);
  return inner.includes("```") ? text : inner.trim();
}

/** Reads a text, fenced or not, as one JSON object or list; undefined when it is anything else. */
export function jsonValue(text: string): object | undefined {
  const source = unfenced(text);
  if (!/^[{[]/.test(source)) return undefined;
  try {
    const value: unknown = JSON.parse(source);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
