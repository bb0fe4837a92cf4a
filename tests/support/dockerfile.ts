/** One line of a Dockerfile: `COPY`, and what stands behind it. */
export type Instruction = { readonly name: string; readonly text: string };

/** A stage of a Dockerfile: what follows a FROM, and the FROM itself. */
export type Stage = readonly Instruction[];

/** Reads a Dockerfile's stages, without comments; a line that ends in a backslash goes on with the next. */
export function readStages(dockerfile: string): Stage[] {
  const lines = dockerfile
    .replace(/^\s*#.*\n/gm, "")
    .replace(/\\\n\s*/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, name = "", text = ""] = /^\s*(\S+)\s+(.*)$/.exec(line) ?? [];
    if (name === "FROM") stages.push([]);
    stages.at(-1)?.push({ name, text });
  }
  return stages;
}

/** The texts behind every instruction of a name. */
export function textsOf(stage: Stage | undefined, name: string): string[] {
  return (stage ?? []).filter((each) => each.name === name).map(({ text }) => text);
}

/** What a stage copies, file by file: from where, and to where in the image. */
export function copiesOf(stage: Stage | undefined, workingFolder: string): [from: string, to: string][] {
  return textsOf(stage, "COPY").flatMap((text) => {
    const words = text.split(/\s+/).filter((word) => !word.startsWith("--"));
    const target = words.pop() ?? "";
    const folder = target.replace(/^\.\/?/, `${workingFolder}/`).replace(/\/$/, "");
    return words.map((from): [string, string] => [from, `${folder}/${from.split("/").at(-1)}`]);
  });
}
