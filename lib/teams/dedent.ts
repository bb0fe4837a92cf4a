/**
 * Template tag for texts of several lines: takes off the line breaks at both ends and the indentation that all
 * lines share. What is inserted keeps its own white space.
 */
export function dedent(texts: TemplateStringsArray, ...values: readonly unknown[]): string {
  const lines = texts.join("").split("\n").slice(1);
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^ */.exec(line)?.[0].length ?? 0);
  const indent = new RegExp(`\\n {0,${Math.min(...indents, Number.MAX_SAFE_INTEGER)}}`, "g");
  const outdented = texts.map((text) => text.replace(indent, "\n"));
  return String.raw({ raw: outdented }, ...values)
    .replace(/^\s*\n/, "")
    .replace(/\s+$/, "");
}
