/** Templates that mean harm, from a seed. */

/** Gives numbers in [0, 1) that only depend on the seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const fragments = (
  "{{ }} {{- -}} {{/* */}} {{- /* */ -}} { } ( ) | \" ' ` \\ . .. .a .trigger.body .trigger.name .__proto__ " +
  ".constructor .a-b $ $x , ; := = - + 0 1 -1 1.5 1e9 1e400 0x1 9007199254740993 true false nil index default " +
  'toJson quote upper lower trim trunc if range end template define include it eta this <% %> <%= ${ \\" \\x41 \\xff ' +
  '\\ud800 \\U0010ffff "odd key" "}}" "{{" /* */ // <!-- --> __eta.res'
).split(" ");
const glue = [
  "",
  " ",
  "  ",
  "\n",
  "\r\n",
  "\t",
  "\u0000",
  "\u2028",
  "\u2029",
  "\u00a0",
  "\ufeff",
  "\ud800",
  "\udfff",
  "é",
];

const valid = [
  "Hello {{ .trigger.name }}",
  'a {{- .trigger.body.text | default "none" | upper | trunc 10 -}} b',
  '{{ index .trigger.body "odd key" 0 | quote }}',
  "{{/* comment */}}{{ .trigger.body | toJson }}\n",
  '{{ upper (trim (default "x" (index .trigger.body "list" 0))) }} {{ -3 }} {{ true }}',
  `{{ .trigger.firedAt | lower | trim }} it's \`quoted\` \\ \${text} <%= it %>`,
  '{{ .trigger.body.list | toJson | quote | quote }}{{ "\\u2028\\"\\\\" }}',
];

const attacks = [
  "{{ .constructor.constructor }}",
  '{{ index .trigger "__proto__" "polluted" }}',
  '{{ "constructor" | index (index .trigger.body "list") }}',
  "{{= process.env }}",
  "{{~ globalThis.pwned = 1 }}",
  "<%= globalThis.pwned = 1 %>",
  "';globalThis.pwned=1;'",
  "\\';globalThis.pwned=1;//",
  "\\\\';globalThis.pwned=1;//",
  "\u2028globalThis.pwned=1;\u2029",
  "\n';globalThis.pwned=1;\n'\r\n';globalThis.pwned=1;//",
  '{{ "\\"); globalThis.pwned=1; (\\"" }}',
  `{{ \`\${globalThis.pwned=1}\` }}`,
  `\${globalThis.pwned=1}{{ .trigger.name }}`,
  '{{ include "x" }}{{ layout("x") }}',
  "{{ it.value(0) }}{{ this }}{{ eval }}",
  "*/ globalThis.pwned=1 /*{{/* */ globalThis.pwned=1 /* */}}",
  '{{ .trigger.name | default "{{ .trigger.name }}" }}',
];

type Random = () => number;
const below = (random: Random, bound: number) => Math.floor(random() * bound);
const pick = <T>(random: Random, list: readonly T[], otherwise: T): T =>
  list[below(random, list.length)] ?? otherwise;
const times = (random: Random, most: number, make: () => string) =>
  Array.from({ length: 1 + below(random, most) }, make).join("");

const bytes = (random: Random) => times(random, 60, () => String.fromCharCode(below(random, 256)));
const units = (random: Random) => times(random, 60, () => String.fromCharCode(below(random, 65_536)));
const soup = (random: Random) =>
  times(random, 25, () => pick(random, fragments, "") + pick(random, glue, "")) +
  pick(random, ["", "}}", " -}}"], "");
const inAction = (random: Random) => `{{ ${soup(random)} }}`;
const attack = (random: Random) =>
  pick(random, attacks, "") + pick(random, glue, "") + pick(random, attacks, "");

/** A valid or attacking template with pieces lost, doubled, moved or put in. */
function mutant(random: Random): string {
  let text = pick(random, random() < 0.6 ? valid : attacks, "");
  for (let round = below(random, 4); round >= 0; round--) {
    const at = below(random, text.length + 1);
    const to = at + below(random, 6);
    const put = pick(
      random,
      ["", "", text.slice(at, to).repeat(2), pick(random, fragments, ""), units(random)[0] ?? ""],
      "",
    );
    text = text.slice(0, at) + put + text.slice(to);
  }
  return text;
}

/** Something repeated often enough to end a stack, fill a memory or show quadratic time. */
function monster(random: Random): string {
  const often = pick(random, [10, 33, 100, 1_000, 9_000, 70_000], 10);
  const part = pick(
    random,
    [...fragments, ...glue, "(", " ", "{{", "{{/*", "{{1}}", ".a", "| quote ", '\\"'],
    "",
  );
  const repeated = part.repeat(Math.min(often, Math.ceil(70_000 / Math.max(1, part.length))));
  return pick(
    random,
    [
      repeated,
      `{{ ${repeated} }}`,
      `{{ "${repeated}" }}`,
      `{{ .trigger.body ${"| quote ".repeat(often)}}}`,
      `{{ ${"(".repeat(often)}.trigger.name${")".repeat(often)} }}`,
      `{{/* ${repeated} */}}${repeated}`,
      `{{ .trigger.body | toJson | trunc 1 }}`.repeat(Math.min(often, 1_100)),
    ],
    "",
  );
}

const makers = [
  bytes,
  units,
  soup,
  soup,
  inAction,
  inAction,
  inAction,
  attack,
  mutant,
  mutant,
  mutant,
  mutant,
];
/** Monsters are slow by design, and one in a hundred is enough of them. */
const MONSTERS = 0.01;

/** Gives `count` hostile templates; the same for the same seed. */
export function* hostileTemplates({ count, seed }: { count: number; seed: number }): Generator<string> {
  const random = randomFrom(seed);
  for (let made = 0; made < count; made++)
    yield random() < MONSTERS ? monster(random) : pick(random, makers, bytes)(random);
}
