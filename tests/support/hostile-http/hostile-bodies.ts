import type { SeededRandom } from "../schedule-oracle/seeded-random.ts";

type BodyMaker = (random: SeededRandom, decent: string) => Buffer;

/** Bytes without any meaning. */
export function randomBytes(random: SeededRandom, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.below(256)));
}

/** Deeper than a recursive reader survives. */
const deep: BodyMaker = (random) => {
  const depth = random.pick([10, 65, 1_000, 50_000]);
  const [open, close] = random.pick([
    ["[", "]"],
    ['{"a":', "}"],
    ['{"spec":[', "]}"],
  ]);
  return Buffer.from(`${open.repeat(depth)}1${random.onceIn(3) ? "" : close.repeat(depth)}`);
};

const flipped: BodyMaker = (random, decent) => {
  const bytes = Buffer.from(decent);
  for (let i = random.between(1, 4); i > 0 && bytes.length > 0; i--)
    bytes[random.below(bytes.length)] = random.below(256);
  return bytes;
};

const cut: BodyMaker = (random, decent) => Buffer.from(decent.slice(0, random.below(decent.length + 1)));

/** JSON that is fine, and means nothing good. */
const ODD_JSON = [
  "null",
  "0",
  '""',
  "[]",
  "{}",
  "1e999",
  "-0",
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"metadata":null}',
  '{"metadata":{"name":{"toString":1}}}',
  '{"metadata":{"name":"\\u0000","labels":{"\\ud800":"\\udfff"}}}',
  '{"spec":{"a\\r\\nX-Evil: 1":1}}',
  '{"a":1,"a":2}',
  `{"n":${"9".repeat(400)}}`,
  "\ufeff{}",
] as const;

const odd: BodyMaker = (random) => Buffer.from(random.pick([ODD_JSON[0], ...ODD_JSON.slice(1)]));

/** Fields of the decent body with values of other types. */
const retyped: BodyMaker = (random, decent) => {
  const values = ["null", "[]", "{}", "1", '"x"', "true", `"${"x".repeat(5_000)}"`] as const;
  return Buffer.from(
    decent.replace(/:("[^"]*"|\d+)/g, (match) =>
      random.onceIn(4) ? `:${random.pick([values[0], ...values.slice(1)])}` : match,
    ),
  );
};

const badEncoding: BodyMaker = (random, decent) => {
  const start = random.pick([
    Buffer.of(0xff, 0xfe),
    Buffer.of(0xc3, 0x28),
    Buffer.of(0xed, 0xa0, 0x80),
    Buffer.of(0),
  ]);
  return Buffer.concat([Buffer.from('{"a":"'), start, Buffer.from(`"}${decent}`)]);
};

const long: BodyMaker = (random) => Buffer.from(`{"a":"${"x".repeat(random.between(1, 64) * 1_024)}"}`);

const BODY_MAKERS: readonly [BodyMaker, ...BodyMaker[]] = [
  deep,
  flipped,
  cut,
  odd,
  retyped,
  badEncoding,
  long,
  (random) => randomBytes(random, random.between(0, 2_000)),
];

/** A body that a decent one has been spoilt to. */
export function hostileBody(random: SeededRandom, decent: string): Buffer {
  return random.pick(BODY_MAKERS)(random, decent);
}
