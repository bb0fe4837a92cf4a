/** Text of a body, and whether it is the whole of it. */
export type BoundedText = { readonly text: string; readonly isWhole: boolean };

/** Reads a body as UTF-8, up to a bound; what is beyond is not fetched. */
export async function readText(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<BoundedText> {
  const decoder = new TextDecoder("utf-8");
  let text = "";
  let left = maxBytes;
  for await (const chunk of bytes) {
    text += decoder.decode(chunk.subarray(0, left), { stream: true });
    left -= chunk.length;
    if (left < 0) return { text, isWhole: false };
  }
  return { text: text + decoder.decode(), isWhole: true };
}
