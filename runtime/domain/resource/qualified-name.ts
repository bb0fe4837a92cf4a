/** Longest name of an object that is a DNS subdomain (RFC 1123). */
const MAX_SUBDOMAIN_LENGTH = 253;
/** Longest label of a DNS name, label value, or name part of a label key. */
export const MAX_LABEL_LENGTH = 63;

const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const NAME_PART = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

/** Whether a name is an RFC 1123 label: what a namespace may be called. */
export function isDnsLabel(name: string): boolean {
  return name.length <= MAX_LABEL_LENGTH && LABEL.test(name);
}

/** Whether a name is an RFC 1123 subdomain: what an object may be called. */
export function isDnsSubdomain(name: string): boolean {
  return name.length <= MAX_SUBDOMAIN_LENGTH && SUBDOMAIN.test(name);
}

/** Whether a text is a label or annotation key: `name` or `prefix.example/name`. */
export function isQualifiedName(key: string): boolean {
  const slash = key.indexOf("/");
  if (slash >= 0 && !isDnsSubdomain(key.slice(0, slash))) return false;
  return isNamePart(key.slice(slash + 1));
}

/** Whether a text may be the value of a label; the empty one may. */
export function isLabelValue(value: string): boolean {
  return value === "" || isNamePart(value);
}

function isNamePart(text: string): boolean {
  return text.length <= MAX_LABEL_LENGTH && NAME_PART.test(text);
}
