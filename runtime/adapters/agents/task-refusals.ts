import { rejectedTask, type TaskFailure } from "../../domain/task/task-event.ts";
import type { AgentEndpoint } from "../../ports/agent-endpoints.ts";
import { TaskError, TaskRefusal } from "../../ports/tasks.ts";

const refusals: Readonly<Record<number, TaskRefusal>> = {
  401: TaskRefusal.unauthorized,
  404: TaskRefusal.unknown,
  409: TaskRefusal.gone,
  429: TaskRefusal.busy,
  503: TaskRefusal.busy,
};

/** Answers by which a pod says that the task itself is at fault: it would be refused everywhere. */
const REJECTIONS: readonly number[] = [400, 413, 422];
/** Longest explanation of a pod that is passed on. */
const MAX_EXPLANATION_CHARS = 200;
/** Most bytes of an answer that are read to find it. */
export const MAX_EXPLANATION_BYTES = 4_096;
const UNEXPLAINED = "it does not say why";

/** Why a pod did not take a task, from its answer. What is not in the protocol comes from something between. */
export function refusalOf(status: number, { pod }: AgentEndpoint): TaskError {
  const refusal = refusals[status] ?? TaskRefusal.unreachable;
  return new TaskError(refusal, `pod ${pod} answered HTTP ${status}`);
}

/** The failure of a task that its pod rejected for good, or undefined where it is the pod that can't. */
export function rejectionOf(status: number, text: string): TaskFailure | undefined {
  if (!REJECTIONS.includes(status)) return undefined;
  return rejectedTask(explanation(text));
}

/**
 * The refusal of the API server that stands between, or undefined where the pod itself has answered. It says
 * nothing about the task, which the pod may have taken: so whoever sent it joins it again.
 */
export function gatewayRefusal(status: number, text: string, { pod }: AgentEndpoint): TaskError | undefined {
  if (!isStatus(text)) return undefined;
  return new TaskError(TaskRefusal.unreachable, `the API server answered HTTP ${status} for pod ${pod}`);
}

/** Errors of the API server are objects of the kind Status; a pod's are not. */
function isStatus(text: string): boolean {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === "object" && answer !== null && "kind" in answer && answer.kind === "Status";
  } catch {
    return false;
  }
}

function explanation(text: string): string {
  try {
    const { error } = JSON.parse(text) as { readonly error?: unknown };
    return typeof error === "string" ? error.slice(0, MAX_EXPLANATION_CHARS) : UNEXPLAINED;
  } catch {
    return UNEXPLAINED;
  }
}
