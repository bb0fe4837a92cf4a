/** One frame of an event stream: `["token", {…}]` and its id, if any, or `["", undefined]` for a comment. */
export type SseFrame = readonly [event: string, data: unknown, id?: string];

/** Reads an answer's event stream frame by frame. */
export async function* sseFrames(response: Response): AsyncGenerator<SseFrame> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk as Uint8Array, { stream: true });
    const frames = rest.split("\n\n");
    rest = frames.pop() ?? "";
    for (const frame of frames) {
      const data = /^data: ([^\n]*)$/m.exec(frame)?.[1];
      const id = /^id: (.*)$/m.exec(frame)?.[1];
      const event = /^event: (.*)$/m.exec(frame)?.[1] ?? "";
      const parsed: unknown = data === undefined ? undefined : JSON.parse(data);
      yield id === undefined ? [event, parsed] : [event, parsed, id];
    }
  }
}

/** Reads an event stream to its end, without its comments. */
export async function allFrames(response: Response): Promise<SseFrame[]> {
  const frames: SseFrame[] = [];
  for await (const frame of sseFrames(response)) if (frame[0] !== "") frames.push(frame);
  return frames;
}
