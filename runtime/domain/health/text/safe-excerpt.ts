const WINDOW = 400;
const MAX_EXCERPT = 60;
const REDACTED = "[redacted]";

/**
 * What may be a secret: provider key prefixes, bearer values, what follows the words key, token, secret or
 * password, and any long run of letters and digits in one piece.
 */
const secrets = [
  /\b(?:sk|pk|rk|gsk|xai|hf|ghp|gho|glpat|xox[abp])[-_][^\s"']+/gi,
  /\bAIza[^\s"']+/g,
  /\bbearer\s+[^\s"']+/gi,
  /\b((?:api[ _-]?)?key|token|secret|passw(?:or)?d|authorization|credential)s?\b(?:\s+provided)?["']?\s*(?:is|was|[:=])\s*["']?[^\s"',}]+/gi,
  /[A-Za-z0-9][A-Za-z0-9_\-+/=*.]{15,}/g,
];

/**
 * Quotes the beginning of what a model wrote so that it can stand in a log, a condition or an Event: one line of at
 * most 60 characters, with everything that looks like a key taken out. Long runs go as well, so an ordinary long
 * identifier is lost with them.
 */
export function safeExcerpt(text: string): string {
  const window = text.length > WINDOW ? text.slice(0, WINDOW).replace(/\S{1,400}$/, "") : text;
  const redacted = secrets.reduce((kept, secret) => kept.replace(secret, REDACTED), window);
  const line = redacted.replace(/[\p{C}\s]+/gu, " ").trim();
  const isCut = text.length > WINDOW || line.length > MAX_EXCERPT;
  return JSON.stringify(isCut ? `${line.slice(0, MAX_EXCERPT).toWellFormed()}…` : line);
}
