import { excerpt } from "./excerpt.ts";

/** What kind of work a system prompt describes. */
export type RoleKind = "research" | "critique" | "write" | "speak" | "other";

/** Who is meant to answer: a name for the label, and the kind of work. */
export type Role = { readonly name: string; readonly kind: RoleKind };

const KINDS: readonly { readonly kind: RoleKind; readonly name: string; readonly words: RegExp }[] = [
  { kind: "research", name: "researcher", words: /\b(research|investigat|collect|gather)/i },
  { kind: "critique", name: "critic", words: /\b(critic|check|review|doubt|audit)/i },
  { kind: "write", name: "writer", words: /\b(writ|draft|edit|compos)/i },
  { kind: "speak", name: "speaker", words: /\b(speak|say|announc|summar|tell)/i },
];

const OTHER: Role = { name: "assistant", kind: "other" };
const MAX_NAME_CHARS = 30;

/** Reads the role off a system prompt: the word that comes first decides, and "You are a …" gives the name. */
export function roleOf(systemPrompt: string): Role {
  const text = systemPrompt.slice(0, 2_000);
  const found = KINDS.map((each) => ({ ...each, at: text.search(each.words) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)[0];
  const { kind, name } = found ?? OTHER;
  const title = /\byou are (?:an?|the) ([a-z][a-z -]*)/i.exec(text)?.[1];
  return { kind, name: title === undefined ? name : excerpt(title.toLowerCase(), MAX_NAME_CHARS) };
}
