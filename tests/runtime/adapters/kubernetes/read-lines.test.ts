import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readLines } from "../../../../runtime/adapters/kubernetes/read-lines.ts";

const test = suite("readLines");

async function* inPieces(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    const to = Math.min(bytes.length, Math.max(from, cut));
    yield bytes.subarray(from, to);
    from = to;
  }
  yield bytes.subarray(from);
}

async function linesOf(chunks: AsyncIterable<Uint8Array>, maxBytes = 1e6): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of readLines(chunks, maxBytes)) lines.push(line);
  return lines;
}

test("reads the same lines however the bytes are cut", async () => {
  const line = fc.string({ unit: "grapheme", minLength: 1 }).map((text) => text.replaceAll("\n", " "));
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.array(fc.nat(300)), async (lines, cuts) => {
      const bytes = Buffer.from(lines.map((each) => `${each}\n`).join(""));
      assert.equal(await linesOf(inPieces(bytes, cuts)), lines);
    }),
  );
});

test("passes over empty lines, and over a last one that was cut off", async () => {
  assert.equal(await linesOf(inPieces(Buffer.from('\n\n{"a":1}\n\n{"b":'), [4])), ['{"a":1}']);
});

test("refuses a line without an end, and lets go of its bytes", async () => {
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) yield Buffer.alloc(1_000, 0x61);
  }
  const error = await linesOf(endless(), 10_000).catch((thrown: Error) => thrown);
  assert.is((error as Error).name, "LineTooLongError");
});

test.run();
