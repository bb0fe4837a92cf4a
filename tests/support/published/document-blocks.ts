import { readFileSync } from "node:fs";

/** The fenced blocks of a document in one language. */
export function blocksOf(path: string, language: string): readonly string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm");
  return [...readFileSync(path, "utf8").matchAll(fence)].map(([, text = ""]) => text);
}

/** The README's section for teams: its text, its one block of commands, and the program that they write. */
export function readmeForTeams(): {
  readonly section: string;
  readonly script: string;
  readonly program: string;
} {
  const [section = ""] =
    /^## Your own agents, teams and events\n[\s\S]*?(?=\n## )/m.exec(readFileSync("README.md", "utf8")) ?? [];
  const script = /^```sh\n([\s\S]*?)^```$/m.exec(section)?.[1] ?? "";
  const program = /^cat > desk\.ts <<'EOF'\n([\s\S]*?)^EOF$/m.exec(script)?.[1] ?? "";
  return { section, script, program };
}
