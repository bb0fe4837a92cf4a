/** Tags of the ASN.1 types that a certificate is made of (X.690, 8.1.2). */
export const DerTag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectID: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** `[n]`, holding a value. */
  constructed: (n: number) => 0xa0 + n,
  /** `[n]`, in place of a value's own tag. */
  primitive: (n: number) => 0x80 + n,
} as const;

/** A value in DER: tag, length and content, which has to be shorter than 64 KiB (X.690). */
export function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  if (length < 0x100) return Buffer.concat([Buffer.of(tag, 0x81, length), content]);
  return Buffer.concat([Buffer.of(tag, 0x82, length >> 8, length & 0xff), content]);
}

/** A sequence of values. */
export function derSequence(...contents: readonly Buffer[]): Buffer {
  return der(DerTag.sequence, ...contents);
}

/** An object identifier, such as `2.5.29.17`; its first two numbers share a byte. */
export function derObjectID(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return der(DerTag.objectID, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** Seven bits a byte, all but the last marked by the eighth. */
function base128(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}

/** Bits of which the last `unused` of the last byte do not count. */
export function derBits(bytes: Buffer, unused = 0): Buffer {
  return der(DerTag.bitString, Buffer.of(unused), bytes);
}

/** An instant, to the second: with two digits for the year up to 2049 (RFC 5280, 4.1.2.5). */
export function derTime(instant: Date): Buffer {
  const digits = instant.toISOString().replace(/\.\d+/, "").replace(/[-:T]/g, "");
  return instant.getUTCFullYear() < 2050
    ? der(DerTag.utcTime, Buffer.from(digits.slice(2)))
    : der(DerTag.generalizedTime, Buffer.from(digits));
}
