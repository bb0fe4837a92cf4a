import { excerpt } from "./excerpt.ts";

/** A piece of a prompt that is not the assignment: another stand-in's answer, or any other text. */
export type Piece = { readonly from: string; readonly quote: string };

/** Most pieces that are quoted. With the lengths below, an answer stays under a thousand characters. */
const MAX_PIECES = 5;
const MAX_QUOTE_CHARS = 80;
/** Where text comes from that no step has signed. */
const UNSIGNED = "prompt";

const LABELLED = /^\[([a-z][a-z -]{0,29})\] (.+)$/;
const QUOTED = /^- from the ([a-z][a-z -]{0,29}): “(.+)”$/;

/**
 * Finds what a prompt hands over to work with. Answers of earlier steps are told by their label, and hand on
 * what they were made of, so that the last step of a team still shows the first.
 */
export function materialOf(paragraphs: readonly string[]): readonly Piece[] {
  const signed = paragraphs.flatMap((paragraph) => linesLike(LABELLED, paragraph));
  const quoted = paragraphs.flatMap((paragraph) => linesLike(QUOTED, paragraph));
  const unsigned = paragraphs
    .filter((paragraph) => linesLike(LABELLED, paragraph).length + linesLike(QUOTED, paragraph).length === 0)
    .map((quote) => ({ from: UNSIGNED, quote }));
  const bySource = new Map<string, Piece>();
  for (const piece of [...signed, ...quoted.filter(({ from }) => from !== UNSIGNED)])
    if (!bySource.has(piece.from)) bySource.set(piece.from, piece);
  return [...bySource.values(), ...unsigned]
    .slice(0, MAX_PIECES)
    .map(({ from, quote }) => ({ from, quote: excerpt(quote, MAX_QUOTE_CHARS) }));
}

function linesLike(shape: RegExp, paragraph: string): readonly Piece[] {
  return paragraph.split("\n").flatMap((line) => {
    const [, from, quote] = shape.exec(line.trim()) ?? [];
    return from === undefined || quote === undefined ? [] : [{ from, quote }];
  });
}
