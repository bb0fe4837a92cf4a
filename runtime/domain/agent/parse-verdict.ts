/** Why a pod says that it is unhealthy. */
export type UnhealthyVerdict = { readonly reason: string; readonly message?: string };

/** The reason where a probe failed and the pod does not say why. */
export const PROBE_FAILED = "ProbeFailed";
/** Longest reason that an Agent's status takes. */
const MAX_REASON_CHARS = 128;
/** Longest message that it takes. */
export const MAX_MESSAGE_CHARS = 1_024;

/** Reads the answer of `GET /verdict`: undefined where the pod does not say that it is unhealthy, and why. */
export function parseVerdict(text: string): UnhealthyVerdict | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof answer !== "object" || answer === null) return undefined;
  const { verdict, reason, message } = answer as Record<string, unknown>;
  if (verdict !== "Unhealthy" || typeof reason !== "string" || reason === "") return undefined;
  return {
    reason: reason.slice(0, MAX_REASON_CHARS),
    ...(typeof message === "string" ? { message: message.slice(0, MAX_MESSAGE_CHARS) } : {}),
  };
}
