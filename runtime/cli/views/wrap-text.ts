import { displayWidth, fitWidth } from "./display-width.ts";
import { printable } from "./printable.ts";

/** Narrower than this a wrapped text can't be read any more; it is left to the terminal then. */
const NARROWEST = 16;

/** Breaks a text into lines of at most so many columns, at blanks where there are any. Absent width: at newlines alone. */
export function wrapText(text: string, width?: number): readonly string[] {
  const paragraphs = printable(text).trim().split("\n");
  if (width === undefined || width < NARROWEST) return paragraphs;
  return paragraphs.flatMap((paragraph) => wrapParagraph(paragraph, width));
}

function wrapParagraph(paragraph: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of paragraph.split(/[ \t]+/).flatMap((each) => pieces(each, width))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (displayWidth(longer) <= width) {
      line = longer;
    } else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** A word that is longer than a line is cut into pieces that are not. */
function pieces(word: string, width: number): string[] {
  const found: string[] = [];
  let rest = word;
  while (displayWidth(rest) > width) {
    // One column more than a line, for the ellipsis, which is left out here.
    const piece = fitWidth(rest, width + 1).replace(/…$/, "") || rest;
    found.push(piece);
    rest = rest.slice(piece.length);
  }
  return [...found, rest];
}
