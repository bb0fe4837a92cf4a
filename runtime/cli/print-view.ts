import type { Clock } from "../ports/clock.ts";
import { objectText } from "./object-text.ts";
import type { Terminal } from "./terminal.ts";
import { inColour, inPlain, type ViewOptions } from "./views/paint.ts";

/** How a view is shown on a terminal, or in a pipe: there it has neither colours nor an end of the line. */
export function viewOptions({ output }: Terminal, clock: Clock): ViewOptions {
  return {
    now: clock.now(),
    width: output.isLive ? output.size().columns : undefined,
    paint: output.hasColour ? inColour : inPlain,
  };
}

/** Prints what programs asked for as they asked for it, and a view for people otherwise. */
export async function printView(
  terminal: Terminal,
  format: string | undefined,
  value: unknown,
  view: () => readonly string[],
): Promise<void> {
  terminal.print(format === undefined ? view().join("\n") : await objectText(value, format));
}
