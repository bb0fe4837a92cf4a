import type { Argument, Flag, Flags } from "../flags.ts";

/** What a shell can offer, and what it tells about it. */
export type Candidate = { readonly text: string; readonly about?: string };

/** Names that only the cluster knows. */
export type NameKind = "team" | "event" | "run";

/** What may stand at the cursor. */
export type Completion =
  | { readonly kind: "words"; readonly candidates: readonly Candidate[] }
  /** The names of what there is in the cluster, reached by these flags. */
  | {
      readonly kind: "names";
      readonly of: NameKind;
      readonly prefix: string;
      readonly flags: Readonly<Record<string, string>>;
    }
  | { readonly kind: "files" };

/** What completion has to know of a command. */
export type Completable = {
  readonly flags?: Flags | undefined;
  readonly arguments?: readonly Argument[] | undefined;
};

const NAME_KINDS: readonly string[] = ["team", "event", "run"] satisfies NameKind[];
const nothing: Completion = { kind: "words", candidates: [] };
const help: Candidate = { text: "--help", about: "what it takes" };

/** Offers the candidates that begin with what is written. */
export function offer(candidates: readonly Candidate[], prefix: string): Completion {
  return { kind: "words", candidates: candidates.filter(({ text }) => text.startsWith(prefix)) };
}

/** Decides what may stand at the cursor: the last of the words that follow a command's name. */
export function planCompletion(
  { flags = {}, arguments: words = [] }: Completable,
  written: readonly string[],
): Completion {
  const { given, positionals, awaiting, current } = read(flags, written);
  if (awaiting !== undefined) return flagValue(awaiting, current);
  const [name, value] = splitAtEquals(current);
  if (value !== undefined) return inFlag(flags[name.slice(2)], name, value);
  if (current.startsWith("-")) {
    const names = Object.entries(flags).filter(
      ([flag, { isRepeatable }]) => isRepeatable === true || !(flag in given),
    );
    return offer(
      [...names.map(([flag, { meaning }]) => ({ text: `--${flag}`, about: meaning })), help],
      current,
    );
  }
  const word = words[positionals];
  if (word === undefined) return nothing;
  if (word.choices !== undefined) return offer(asCandidates(word.choices), current);
  if (!isNameKind(word.name)) return nothing;
  return { kind: "names", of: word.name, prefix: current, flags: given };
}

/** A command line up to the cursor. */
type Read = {
  readonly given: Readonly<Record<string, string>>;
  readonly positionals: number;
  /** The flag whose value stands at the cursor. */
  readonly awaiting: Flag | undefined;
  readonly current: string;
};

function read(flags: Flags, written: readonly string[]): Read {
  const words = withoutBreaks(written);
  const given: Record<string, string> = {};
  let awaiting: readonly [name: string, flag: Flag] | undefined;
  let positionals = 0;
  for (const word of words.slice(0, -1)) {
    if (awaiting !== undefined) {
      given[awaiting[0]] = word;
      awaiting = undefined;
      continue;
    }
    const [dashed, value] = splitAtEquals(word);
    const found = flagOf(flags, dashed);
    if (found === undefined) {
      if (!word.startsWith("-")) positionals++;
      continue;
    }
    given[found[0]] = value ?? "";
    if (found[1].value !== undefined && value === undefined) awaiting = found;
  }
  return { given, positionals, awaiting: awaiting?.[1], current: words.at(-1) ?? "" };
}

/** bash breaks `--flag=value` into three words. */
function withoutBreaks(written: readonly string[]): readonly string[] {
  const isBreak = (word: string, at: number) => word === "=" && written[at - 1]?.startsWith("--") === true;
  const words = written.filter((word, at) => !isBreak(word, at));
  return isBreak(written.at(-1) ?? "", written.length - 1) ? [...words, ""] : words;
}

function splitAtEquals(word: string): readonly [name: string, value: string | undefined] {
  const at = word.startsWith("--") ? word.indexOf("=") : -1;
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

function flagOf(flags: Flags, dashed: string): readonly [string, Flag] | undefined {
  return Object.entries(flags).find(([name, { short }]) => dashed === `--${name}` || dashed === `-${short}`);
}

function flagValue({ choices, value }: Flag, current: string): Completion {
  if (choices !== undefined) return offer(asCandidates(choices), current);
  return value === "<file>" ? { kind: "files" } : nothing;
}

/** The whole word is offered, as the shell has it before the cursor. */
function inFlag(flag: Flag | undefined, name: string, value: string): Completion {
  const choices = flag?.choices ?? [];
  return offer(asCandidates(choices.map((choice) => `${name}=${choice}`)), `${name}=${value}`);
}

function asCandidates(texts: readonly string[]): readonly Candidate[] {
  return texts.map((text) => ({ text }));
}

function isNameKind(name: string): name is NameKind {
  return NAME_KINDS.includes(name);
}
