import type { Condition } from "../../../lib/api/condition.ts";
import { shorten } from "../shorten.ts";

/** Longest message of a condition; a longer one is shortened, with an ellipsis to say so. */
const MAX_MESSAGE = 4_096;

/** A condition as decided, before it is compared with the one that stands. */
export type ConditionFacts = Pick<Condition, "type" | "status" | "reason" | "message">;

/**
 * Sets a condition: the transition time moves with the status alone, and the generation is always the observed one.
 * Source: https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#typical-status-properties
 */
export function setCondition(
  conditions: readonly Condition[] | undefined,
  facts: ConditionFacts,
  at: { readonly now: Date; readonly generation: number | undefined },
): Condition[] {
  const standing = findCondition(conditions, facts.type);
  const condition: Condition = {
    type: facts.type,
    status: facts.status,
    reason: facts.reason,
    message: shorten(facts.message, MAX_MESSAGE),
    lastTransitionTime:
      standing?.status === facts.status ? standing.lastTransitionTime : wholeSeconds(at.now),
    ...(at.generation === undefined ? {} : { observedGeneration: at.generation }),
  };
  // In its old place: an order that changes would be a status write that says nothing.
  if (standing === undefined) return [...(conditions ?? []), condition];
  return (conditions ?? []).map((other) => (other === standing ? condition : other));
}

/** The condition of a type, if it is set. */
export function findCondition(
  conditions: readonly Condition[] | undefined,
  type: string,
): Condition | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** RFC 3339 in whole seconds, as the API server writes `metav1.Time`. */
export function wholeSeconds(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}
