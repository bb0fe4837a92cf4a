import type { Condition } from "../../../lib/api/condition.ts";
import { ConditionType } from "../../../lib/api/reason.ts";
import type { Piece } from "./painted-line.ts";

/** How the Ready condition of an object stands; Unknown where the operator has not looked at its present spec. */
export type Readiness = {
  readonly status: Condition["status"];
  readonly reason: string;
  readonly message: string;
};

/** Reads the Ready condition. One that was set for an older generation says nothing about the present one. */
export function readyOf(
  conditions: readonly Condition[] | undefined,
  generation: number | undefined,
): Readiness {
  const ready = conditions?.find(({ type }) => type === ConditionType.ready);
  if (ready === undefined)
    return { status: "Unknown", reason: "NotObserved", message: "the operator has not looked at it yet" };
  const isOld = (ready.observedGeneration ?? generation ?? 0) < (generation ?? 0);
  if (isOld)
    return {
      status: "Unknown",
      reason: "NotObserved",
      message: "the operator has not looked at the change yet",
    };
  return ready;
}

/** The status, in the tone of its meaning. */
export function readyCell({ status }: Readiness): Piece {
  const tone = status === "True" ? "good" : status === "False" ? "bad" : "quiet";
  return { text: status, tone };
}

/** Why something is not ready, or nothing where it is. */
export function whyNot({ status, reason, message }: Readiness): string {
  if (status === "True") return "";
  return message === "" ? reason : `${reason}: ${message}`;
}
