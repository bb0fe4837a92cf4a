import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LiveScreen } from "../../../../runtime/cli/runs/live-screen.ts";

const test = suite("LiveScreen");

/** A screen that keeps what is written, and is as wide as a test says. */
function aScreen(columns: number) {
  const size = { columns, rows: 24 };
  const written: string[] = [];
  const screen = {
    write: (text: string) => void written.push(text.replaceAll("\x1b[", "^")),
    isLive: true,
    hasColour: true,
    size: () => size,
    onResize: () => undefined,
  };
  return { live: new LiveScreen(screen), size, written };
}

test("writes over what it drew before, line by line, and clears what is left below", () => {
  const { live, written } = aScreen(80);
  live.draw([], ["one", "two"]);
  live.draw([], ["three"]);
  assert.equal(written, ["one^K\ntwo^K\n^J", "^2A\rthree^K\n^J"]);
});

test("puts what stays above what is drawn", () => {
  const { live, written } = aScreen(80);
  live.draw([], ["one"]);
  live.draw(["kept"], ["two"]);
  live.draw([], ["three"]);
  assert.equal(written.slice(1), ["^1A\rkept^K\ntwo^K\n^J", "^1A\rthree^K\n^J"]);
});

test("goes up as many lines as a narrower terminal makes of those that it drew, colours aside", () => {
  const { live, size, written } = aScreen(80);
  live.draw([], ["x".repeat(79), "\x1b[32m✔\x1b[39m done", "字".repeat(30)]);
  size.columns = 40;
  live.draw([], ["short"]);
  assert.is(written[1], "^5A\rshort^K\n^J");
});

test.run();
