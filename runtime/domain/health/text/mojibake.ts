/** The 27 characters that Windows-1252 puts where Latin-1 has control codes, by their byte. */
const WINDOWS_1252: ReadonlyMap<string, number> = new Map(
  [..."€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"].map((letter, index) => {
    const bytes = [
      0x80, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8e, 0x91, 0x92, 0x93, 0x94,
      0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0x9b, 0x9c, 0x9e, 0x9f,
    ];
    return [letter, bytes[index] ?? 0];
  }),
);
const NON_ASCII_RUN = /[^\p{ASCII}]{2,}/gu;

/** How many characters of UTF-8 that was read as a one-byte encoding a text holds, by length in bytes. */
export type Mojibake = { readonly pairs: number; readonly longer: number };

/**
 * Counts sequences that are UTF-8 read as Latin-1 or Windows-1252: the letters, taken as bytes again, form a valid
 * multi-byte sequence. Text in a Western language hardly ever does that by chance.
 */
export function mojibakeIn(text: string): Mojibake {
  let pairs = 0;
  let longer = 0;
  for (const [run] of text.matchAll(NON_ASCII_RUN)) {
    const bytes = Array.from(run, byteOf);
    for (let at = 0; at < bytes.length; at++) {
      const length = sequenceLength(bytes, at);
      if (length === 2) pairs++;
      if (length > 2) longer++;
      if (length > 0) at += length - 1;
    }
  }
  return { pairs, longer };
}

function byteOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  return code < 0x100 ? code : (WINDOWS_1252.get(letter) ?? -1);
}

/** The length of the UTF-8 sequence that begins there, 0 when none does; two-byte leads only as far as Arabic. */
function sequenceLength(bytes: readonly number[], at: number): number {
  const lead = bytes[at] ?? -1;
  const length = lead >= 0xf0 && lead <= 0xf4 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 && lead <= 0xdb ? 2 : 0;
  if (lead > 0xf4) return 0;
  for (let next = 1; next < length; next++) {
    const byte = bytes[at + next] ?? -1;
    if (byte < 0x80 || byte > 0xbf) return 0;
  }
  return length;
}
