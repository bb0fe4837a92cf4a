import type { Screen } from "../terminal.ts";
import { displayWidth } from "../views/display-width.ts";

const ESCAPE = "\x1b[";

/** Lines at the end of a terminal that are drawn again and again, below others that stay. */
export class LiveScreen {
  readonly #screen: Screen;
  /** What is drawn now, without colours, for its length alone. */
  #drawn: readonly string[] = [];

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  /** Writes lines that stay, then draws the others anew below them. */
  draw(lasting: readonly string[], live: readonly string[]): void {
    // Each line is written over the old one: a terminal that is cleared first flickers, and tmux keeps what it clears.
    const text = [...lasting, ...live].map((line) => `${line}${ESCAPE}K\n`).join("");
    this.#screen.write(`${this.#wayUp()}${text}${ESCAPE}J`);
    this.#drawn = live;
  }

  /** To the beginning of what is drawn; a terminal that has become narrower has broken the lines into more. */
  #wayUp(): string {
    const { columns } = this.#screen.size();
    const rows = this.#drawn
      .map((line) => Math.max(1, Math.ceil(displayWidth(withoutColours(line)) / columns)))
      .reduce((total, each) => total + each, 0);
    return rows === 0 ? "" : `${ESCAPE}${rows}A\r`;
  }
}

function withoutColours(line: string): string {
  return line.replace(/\x1b\[\d+m/g, "");
}
