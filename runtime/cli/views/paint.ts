import { styleText } from "node:util";

/** What a piece of a view means, from which its colour follows. */
export type Tone = "good" | "bad" | "busy" | "quiet" | "strong";

/** Gives a piece of text the look of its tone. */
export type Paint = (tone: Tone, text: string) => string;

const STYLES = { good: "green", bad: "red", busy: "cyan", quiet: "gray", strong: "bold" } as const;

/** Colours, for a terminal that shows them. Whether there is one is the caller's to know. */
export const inColour: Paint = (tone, text) => styleText(STYLES[tone], text, { validateStream: false });

/** No control codes at all: for pipes, files and `NO_COLOR`. */
export const inPlain: Paint = (_, text) => text;

/** How a view is shown. */
export type ViewOptions = {
  readonly now: Date;
  /** Columns of the terminal, at which lines are cut or wrapped; absent where the output is no terminal. */
  readonly width?: number | undefined;
  readonly paint?: Paint | undefined;
  /** Whether objects of several namespaces stand side by side, and each has to name its own. */
  readonly isOfAllNamespaces?: boolean | undefined;
};
