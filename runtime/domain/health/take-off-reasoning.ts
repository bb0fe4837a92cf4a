import { trimInvisible } from "./text/invisible.ts";
import { type HealthFlaw, HealthReason } from "./verdict.ts";

const TAG = /(`?)<(\/?)(think|thinking)>/gi;

/** What is left of an answer when its reasoning is taken off, or why it can't be. */
export type Visible = { readonly text: string } | { readonly flaw: HealthFlaw };

/**
 * Takes closed reasoning (`<think>…</think>`, `<thinking>…</thinking>`, nested or several) off an answer, with all
 * that stands before a closing tag whose opening tag the chat template ate. A tag right behind a backtick is
 * text about reasoning, not reasoning. What lies between two pieces is joined by a line break, so that removing
 * a block can't build a word.
 */
export function takeOffReasoning(content: string): Visible {
  let kept = "";
  const opened: string[] = [];
  let from = 0;
  let hasReasoning = false;
  for (const match of content.matchAll(TAG)) {
    const [all, backtick = "", slash = "", tag = ""] = match;
    if (backtick !== "") continue;
    const name = tag.toLowerCase();
    hasReasoning = true;
    if (slash === "") {
      if (opened.length === 0) kept += `${content.slice(from, match.index)}\n`;
      opened.push(name);
    } else if (opened.length === 0) kept = "";
    else if (opened.at(-1) === name) opened.pop(); // a closing tag of another name closes nothing
    from = match.index + all.length;
  }
  if (opened.length > 0) return flaw(HealthReason.reasoningUnfinished, "The reasoning block never ends.");
  const rest = content.slice(from);
  if (hasReasoning && trimInvisible(rest) === "") {
    return flaw(HealthReason.emptyAnswer, "Nothing follows the reasoning.");
  }
  return { text: trimInvisible(kept + rest) };
}

function flaw(reason: HealthReason, detail: string): Visible {
  return { flaw: { reason, detail } };
}
