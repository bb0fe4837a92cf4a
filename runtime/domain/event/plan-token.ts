import type { AgentEvent } from "../../../lib/api/agent-event.ts";

/** The Secret with an event's webhook token, as observed. Never holds the token itself. */
export type ObservedToken = {
  readonly secretName: string;
  readonly state: /** There is no such Secret. */
    | "missing"
    /** The Secret is the event's and holds a token. */
    | "good"
    /** The Secret is the event's and holds no token. */
    | "empty"
    /** The Secret is the event's but lacks the label by which it is watched. */
    | "unlabelled"
    /** The Secret belongs to somebody else. */
    | "foreign";
  /** When the previous token ends to be accepted, where there is one. */
  readonly previousExpiresAt?: Date | undefined;
  /** Set where the token was rotated and nobody has told of it yet. */
  readonly isRotationNew?: boolean | undefined;
};

/** What has to be done about an event's token Secret. */
export type TokenAction = "create" | "refill" | "label" | "record-rotation" | "drop-previous" | "delete";

/** Decides what an event's token Secret needs, and when to look again. */
export function planToken(
  event: AgentEvent,
  token: ObservedToken,
  now: Date,
): { readonly action?: TokenAction; readonly checkAt?: Date } {
  if (event.spec.source.type !== "webhook") {
    const isOurs = token.state !== "missing" && token.state !== "foreign";
    return isOurs ? { action: "delete" } : {};
  }
  switch (token.state) {
    case "missing":
      return { action: "create" };
    case "empty":
      return { action: "refill" };
    case "unlabelled":
      return { action: "label" };
    case "foreign":
      // All Secrets are watched: its going is heard of.
      return {};
    case "good":
      if (token.previousExpiresAt === undefined) return {};
      if (token.previousExpiresAt <= now) return { action: "drop-previous" };
      return {
        ...(token.isRotationNew === true ? { action: "record-rotation" as const } : {}),
        checkAt: token.previousExpiresAt,
      };
  }
}
