import { wordsOf } from "./commands-of.ts";

/** A command line of kubectl, taken apart as far as a test judges it. */
export type KubectlLine = {
  /** `get`, `rollout status`. */
  readonly command: string;
  /** Flags, without what they are set to. */
  readonly flags: readonly string[];
  /** What it is about: types, types with names, files. */
  readonly subjects: readonly string[];
};

/** Flags that stand alone; all others have a value behind them or behind `=`. */
const SWITCHES = ["-A", "-w", "--prefix", "--all", "--show-labels"];
/** Commands of which each has further ones, by how many words name one. */
const DEPTHS: Readonly<Record<string, number>> = { rollout: 2, auth: 2, config: 2, create: 3 };

/** Takes a command line of kubectl apart. */
export function kubectlLine(line: string): KubectlLine {
  const flags: string[] = [];
  const words: string[] = [];
  const rest = wordsOf(line).slice(1);
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith("-")) words.push(word);
    else {
      flags.push(word.replace(/=.*/, ""));
      if (!word.includes("=") && !SWITCHES.includes(word)) rest.shift();
    }
  }
  const size = DEPTHS[words[0] ?? ""] ?? 1;
  return { command: words.slice(0, size).join(" "), flags, subjects: words.slice(size) };
}
