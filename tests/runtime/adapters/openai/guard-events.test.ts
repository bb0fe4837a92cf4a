import { suite } from "uvu";
import * as assert from "uvu/assert";
import { guardEvents } from "../../../../runtime/adapters/openai/guard-events.ts";
import { ModelError } from "../../../../runtime/ports/model.ts";

const test = suite("guardEvents");
const MIB = 1_048_576;

async function* repeat(piece: string, times: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(piece);
  for (let i = 0; i < times; i++) yield bytes;
}

async function pass(bytes: AsyncIterable<Uint8Array>): Promise<number | string> {
  let count = 0;
  try {
    for await (const chunk of guardEvents(bytes)) count += chunk.length;
    return count;
  } catch (error) {
    assert.instance(error, ModelError);
    return (error as ModelError).reason;
  }
}

const kib = `${"x".repeat(1_022)}\n`;
const streams: readonly (readonly [string, AsyncIterable<Uint8Array>, number | string])[] = [
  ["passes many events of a mebibyte in all", repeat(`${kib}\n`, 2_048), 2 * MIB],
  ["passes events with CRLF line ends", repeat(`${"x".repeat(1_020)}\r\n\r\n`, 2_048), 2 * MIB],
  ["stops one line without end", repeat("x".repeat(1_024), 2_048), "OutputTooLarge"],
  ["stops one event without end", repeat(`${kib}x`, 2_048), "OutputTooLarge"],
  ["stops an event without end with CRLF line ends", repeat("data: x\r\n", 200_000), "OutputTooLarge"],
  ["stops a stream without end", repeat(`${"x".repeat(MIB - 2)}\n\n`, 65), "OutputTooLarge"],
  [
    "stops a character that is none",
    (async function* () {
      yield Uint8Array.of(0xc3, 0x28);
    })(),
    "ProviderMalformedAnswer",
  ],
  [
    "stops a character that is cut off by the end",
    (async function* () {
      yield Uint8Array.of(0xe9, 0x90);
    })(),
    "ProviderMalformedAnswer",
  ],
];

for (const [name, bytes, expected] of streams) {
  test(name, async () => assert.is(await pass(bytes), expected));
}

test.run();
