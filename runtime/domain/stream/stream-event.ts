/** Names of the events that `mode=sse` sends (design §3), in the order in which a run goes through them. */
export const StreamEventName = {
  /** The fire is stored: what an async caller gets. Always first. */
  fireAccepted: "fire.accepted",
  runStarted: "run.started",
  /** An attempt at a step has begun; a further one begins the step's text anew. */
  stepStarted: "step.started",
  token: "token",
  stepCompleted: "step.completed",
  runCompleted: "run.completed",
  runFailed: "run.failed",
  /** Why nothing more comes. Always last: a stream that ends without it has broken. */
  streamEnded: "stream.ended",
} as const;
export type StreamEventName = (typeof StreamEventName)[keyof typeof StreamEventName];

/** One event of a stream; its data is written as JSON. */
export type StreamEvent = {
  readonly name: StreamEventName;
  readonly data: Readonly<Record<string, unknown>>;
};
