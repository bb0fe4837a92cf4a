/**
 * What neither JSON nor YAML has to escape and a terminal may obey: control characters from DEL on, line separators, and
 * what turns the order of text round.
 */
const UNSAFE = /[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** An object, or a list of objects as kubectl prints one, for programs; nothing in it reaches a terminal unescaped. */
export async function objectText(value: unknown, format: string): Promise<string> {
  if (format !== "yaml") return escaped(JSON.stringify(value, null, 2));
  const { yamlText } = await import("./yaml-text.ts");
  return escaped(yamlText(value, UNSAFE));
}

/** Several objects as one, as kubectl does. */
export function listOf(items: readonly unknown[]): object {
  return { apiVersion: "v1", kind: "List", metadata: { resourceVersion: "" }, items };
}

function escaped(text: string): string {
  return text.replace(UNSAFE, (unsafe) => `\\u${unsafe.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
