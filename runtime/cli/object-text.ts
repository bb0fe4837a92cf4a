/** An object, or a list of objects as kubectl prints one, for programs. */
export async function objectText(value: unknown, format: string): Promise<string> {
  if (format !== "yaml") return JSON.stringify(value, null, 2);
  const { stringify } = await import("yaml");
  return stringify(value, { lineWidth: 0 }).trimEnd();
}

/** Several objects as one, as kubectl does. */
export function listOf(items: readonly unknown[]): object {
  return { apiVersion: "v1", kind: "List", metadata: { resourceVersion: "" }, items };
}
