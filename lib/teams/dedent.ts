/** Stands for an inserted value where indentation is measured: a line that holds nothing else is not blank. */
const VALUE = "x";

/**
 * Template tag for texts of several lines: takes off the indentation that all lines share, and the blank lines
 * at both ends. What is inserted keeps its own indentation.
 */
export function dedent(texts: TemplateStringsArray, ...values: readonly unknown[]): string {
  const lines = texts.join(VALUE).split("\n").slice(1);
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.search(/[^ ]/));
  const indent = new RegExp(`\\n {0,${indents.length === 0 ? 0 : Math.min(...indents)}}`, "g");
  const outdented = texts.map((text) => text.replace(indent, "\n"));
  return String.raw({ raw: outdented }, ...values)
    .replace(/^\s*\n/, "")
    .trimEnd();
}
