import { CLI_NAME } from "../../../lib/api/group.ts";
import { ExitCode } from "../exit-code.ts";
import { printableLine } from "../views/printable.ts";

/** What is told of a fire, and how the command ends. */
export type FireReport = {
  /** For standard output: names of runs, or the output alone. */
  readonly output: string | undefined;
  /** For standard error. */
  readonly lines: readonly string[];
  readonly exitCode: ExitCode;
};

/** The answers' fields that a person wants to know (design §3). */
type Answer = {
  readonly taskID?: string;
  readonly fired?: boolean;
  readonly skipped?: boolean;
  readonly reason?: string;
  readonly blockedBy?: string;
  readonly status?: unknown;
  readonly output?: string;
  readonly runName?: string;
  readonly runs?: readonly { readonly team: string; readonly runName: string }[];
  readonly error?: string;
  readonly detail?: string;
  readonly code?: string;
  readonly requestId?: string;
};

/** How a fire was answered. */
export type FireAnswer = {
  readonly code: number;
  /** The parsed body; undefined where it was not JSON. */
  readonly body: unknown;
  /** The event that was to fire. */
  readonly event: string;
  /** What makes another command be about the same namespace of the same cluster. */
  readonly sameFlags: string;
};

/** Reads the answer to a fire, or the last event of its stream, for people. */
export function fireReport({ code, body, event, sameFlags }: FireAnswer): FireReport {
  const answer: Answer = typeof body === "object" && body !== null ? body : {};
  if (answer.skipped === true) return skipped(answer, code, sameFlags);
  if (answer.status === "running") return unfinished(answer, sameFlags);
  if (code === 200 && typeof answer.status === "string") return ended(answer, sameFlags);
  if (code === 202) return accepted(answer, sameFlags);
  return refused(answer, code, `${CLI_NAME} resume ${event}${sameFlags}`);
}

function accepted({ runs = [], taskID }: Answer, sameFlags: string): FireReport {
  const names = runs.map(({ runName }) => printableLine(runName));
  const lines = [`Fired, task ${taskID}. Follow it: ${CLI_NAME} watch ${names[0]}${sameFlags}`];
  return { output: names.join("\n"), lines, exitCode: ExitCode.success };
}

function ended({ status, output = "", runName = "", error }: Answer, sameFlags: string): FireReport {
  if (status === "succeeded") return { output, lines: [], exitCode: ExitCode.success };
  const lines = [
    `${CLI_NAME}: the run ${runName} failed${error === undefined ? "" : `: ${printableLine(error)}`}`,
    `See its steps: ${CLI_NAME} show ${runName}${sameFlags}`,
  ];
  return { output: undefined, lines, exitCode: ExitCode.runFailed };
}

function unfinished({ runName = "", error, code }: Answer, sameFlags: string): FireReport {
  const why = error ?? code ?? "nobody waits any longer";
  const lines = [
    `${CLI_NAME}: the run ${runName} goes on: ${printableLine(why)}`,
    `Follow it: ${CLI_NAME} watch ${runName}${sameFlags}`,
  ];
  return { output: undefined, lines, exitCode: ExitCode.timeout };
}

/** Asynchronously a skip is an answer like another; who waits for an output gets none. */
function skipped({ reason, blockedBy }: Answer, code: number, sameFlags: string): FireReport {
  const lines = [
    `${CLI_NAME}: not fired: ${printableLine(reason ?? "another run is active")}`,
    ...(blockedBy === undefined ? [] : [`See what is in the way: ${CLI_NAME} show ${blockedBy}${sameFlags}`]),
  ];
  return { output: undefined, lines, exitCode: code === 200 ? ExitCode.success : ExitCode.unreachable };
}

/** What to do about a refusal, where its own words don't say it. */
const ADVICE: Readonly<Record<number, string>> = {
  400: `Correct the body: --body is JSON, such as '{"topic": "bells"}', @file, or - for standard input.`,
  401: "The token was changed a moment ago, or another server answers at this address; try again.",
  404: "Is it a webhook event, and does this server serve its namespace?",
  413: "Send less, or have TOCSIN_MAX_BODY_BYTES raised.",
  422: "Compare the body with what the event's targets read of it.",
  429: "Try again in a while.",
  503: "Try again in a while.",
};

const ELSEWHERE = "Is the webhook endpoint at this address? Otherwise the operator's log tells more.";

function refused({ detail, code: name, requestId }: Answer, code: number, resume: string): FireReport {
  const what = printableLine(detail ?? `the webhook endpoint answered ${code}`);
  const facts = [name, requestId === undefined ? undefined : `request ${requestId}`].filter(
    (fact) => fact !== undefined,
  );
  const aside = facts.length === 0 ? "" : ` (${printableLine(facts.join(", "))})`;
  const advice = name === "EventSuspended" ? `Let it fire again: ${resume}` : (ADVICE[code] ?? ELSEWHERE);
  const lines = [`${CLI_NAME}: not fired: ${what}${aside}`, advice];
  const isUsage = code >= 400 && code < 500 && ![401, 403, 429].includes(code);
  return { output: undefined, lines, exitCode: isUsage ? ExitCode.usage : ExitCode.unreachable };
}
