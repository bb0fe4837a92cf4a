/** Finds what was sent and is not stored, or stored as something else, as paths of fields. */
export function lostFields(sent: unknown, stored: unknown, path = ""): string[] {
  if (Array.isArray(sent) && Array.isArray(stored) && sent.length === stored.length)
    return sent.flatMap((each, index) => lostFields(each, stored[index], `${path}[${index}]`));
  if (isObject(sent) && isObject(stored))
    return Object.entries(sent).flatMap(([key, value]) => lostFields(value, stored[key], `${path}.${key}`));
  return sent === stored ? [] : [`${path}: ${JSON.stringify(sent)} → ${JSON.stringify(stored)}`];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
