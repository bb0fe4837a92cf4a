/** One frame of an event stream: `["token", {…}]`, or `["", undefined]` for a comment. */
export type SseFrame = readonly [event: string, data: unknown];

/** Reads an answer's event stream frame by frame. */
export async function* sseFrames(response: Response): AsyncGenerator<SseFrame> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk as Uint8Array, { stream: true });
    const frames = rest.split("\n\n");
    rest = frames.pop() ?? "";
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      yield [/^event: (.*)$/m.exec(frame)?.[1] ?? "", data === undefined ? undefined : JSON.parse(data)];
    }
  }
}

/** Reads an event stream to its end, without its comments. */
export async function allFrames(response: Response): Promise<SseFrame[]> {
  const frames: SseFrame[] = [];
  for await (const frame of sseFrames(response)) if (frame[0] !== "") frames.push(frame);
  return frames;
}
