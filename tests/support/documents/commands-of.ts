import { readFileSync } from "node:fs";

/** The command lines of a document that begin with a program: of its blocks, and within its text. */
export function commandsOf(path: string, program: string): readonly string[] {
  const text = readFileSync(path, "utf8");
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = ""]) =>
    block.split("\n"),
  );
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, "");
  const inline = [...prose.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code.replaceAll("\n", " "));
  return [...blocks, ...inline].filter((line) => line.startsWith(`${program} `));
}

/** The words of a command line, as a shell takes it apart, up to a pipe, a redirection or a comment. */
export function wordsOf(line: string): readonly string[] {
  const [command = ""] = line.split(/ [|>#]/);
  const words = command.matchAll(/(?:[^\s']|'[^']*')+/g);
  return [...words].map(([word]) => word.replaceAll("'", ""));
}
