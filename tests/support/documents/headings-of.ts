import { readFileSync } from "node:fs";

/** The anchors of a document's headings, as forges make them of Markdown. */
export function headingsOf(path: string): readonly string[] {
  const withoutBlocks = readFileSync(path, "utf8").replaceAll(/^```[\s\S]*?^```$/gm, "");
  return [...withoutBlocks.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
