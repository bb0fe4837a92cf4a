import { locationOf } from "./fire-bodies.ts";
import { FireStream, type StreamCall } from "./fire-stream.ts";
import type { OpenStreams } from "./open-streams.ts";
import type { TriggerParts } from "./trigger-parts.ts";

/** A caller that follows a fire and holds a place among the open streams. */
export type StreamingCall = StreamCall & {
  /** Registers what to call when the caller has got everything, or is gone. */
  readonly onGone: (leave: () => void) => void;
};

/** Answers with what happens to a fire's runs, as it happens. Gives the caller's place back when he is gone. */
export function answerStream(parts: TriggerParts, streams: OpenStreams, call: StreamingCall): Response {
  const stream = new FireStream(parts, call);
  streams.add(stream);
  call.onGone(() => {
    stream.gone();
    streams.remove(stream);
    streams.leave();
  });
  const { place, fired } = call;
  return new Response(stream.body(), {
    headers: {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-store",
      // nginx, which many an Ingress is, would gather events into blocks.
      "X-Accel-Buffering": "no",
      ...locationOf(place, fired.runs[0]?.runName),
    },
  });
}
