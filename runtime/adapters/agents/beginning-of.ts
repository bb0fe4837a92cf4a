/** The beginning of an answer as text, at most so many bytes of it. Of what is beyond, no more than a piece is fetched. */
export async function beginningOf(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(pieces).toString("utf8", 0, maxBytes);
}
