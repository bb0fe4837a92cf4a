import { CLI_NAME } from "../../lib/api/group.ts";
import { KubeconfigError } from "../adapters/kubeconfig/read-kubeconfigs.ts";
import { StoreError, StoreErrorReason } from "../ports/store-error.ts";
import { CliError } from "./cli-error.ts";
import { ExitCode } from "./exit-code.ts";
import { printableLine } from "./views/printable.ts";

/** What went wrong in words for a person, and how the command ends because of it. */
export type Failure = {
  readonly what: string;
  readonly advice: string | undefined;
  readonly exitCode: ExitCode;
};

/** Says of any error what is wrong, what to do about it, and how the command ends. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CliError) {
    const { message, advice, exitCode } = error;
    return { what: message, advice, exitCode };
  }
  if (error instanceof KubeconfigError) {
    const advice =
      "Name one with --kubeconfig or KUBECONFIG; standalone writes .tocsin/kubeconfig where it is started.";
    return { what: error.message, advice, exitCode: ExitCode.unreachable };
  }
  if (error instanceof StoreError) return refusalOf(error);
  const what = error instanceof Error ? error.message : String(error);
  const advice = "This is a defect, or something that nobody has thought of: please report it.";
  return { what, advice, exitCode: ExitCode.usage };
}

/** Tells a failure on standard error: a line of what is wrong, whoever has put it in words, and a line of what to do. */
export function failureText({ what, advice }: Failure): string {
  const line = `${CLI_NAME}: ${printableLine(what)}`;
  return advice === undefined ? line : `${line}\n${advice}`;
}

function refusalOf(error: StoreError): Failure {
  const { message: what, reason } = error;
  const { unreachable, usage } = ExitCode;
  switch (reason) {
    case StoreErrorReason.forbidden:
      return { what, advice: error.isQuota ? QUOTA_ADVICE : adviceOnForbidden(what), exitCode: unreachable };
    case StoreErrorReason.unauthorized:
      return {
        what,
        advice: "Log in to the cluster again, or choose another --context.",
        exitCode: unreachable,
      };
    case StoreErrorReason.unavailable:
    case StoreErrorReason.timeout:
      return { what, advice: adviceOnUnavailable(what), exitCode: unreachable };
    case StoreErrorReason.tooManyRequests:
      return { what, advice: "Try again in a while.", exitCode: unreachable };
    case StoreErrorReason.expired:
      return { what, advice: "Try again.", exitCode: unreachable };
    case StoreErrorReason.conflict:
      return { what, advice: "Somebody has changed it at the same time: try again.", exitCode: usage };
    case StoreErrorReason.notFound:
      return { what, advice: "Make it first, or choose another namespace with -n.", exitCode: usage };
    default:
      return { what, advice: "Correct what it names, and try again.", exitCode: usage };
  }
}

const QUOTA_ADVICE = "Delete runs that have ended, or have the namespace's quota raised.";

/** The API server's words: `User "x" cannot create resource "agentruns" in API group "tocsin.dev" in the namespace "y"`. */
const MISSING_RIGHT =
  /cannot (\w+) resource "([^"]+)"(?: in API group "([^"]*)")?(?: in the namespace "([^"]+)")?/;

function adviceOnForbidden(message: string): string {
  const [, verb, resource = "", group = "", namespace] = MISSING_RIGHT.exec(message) ?? [];
  if (verb === undefined) return "Ask whoever runs the cluster for the right to do this.";
  const kind = group === "" ? resource : `${resource}.${group}`;
  const place = namespace === undefined ? "in the cluster" : `in the namespace ${namespace}`;
  return `Ask whoever runs the cluster for the verb "${verb}" on ${kind} ${place}.`;
}

function adviceOnUnavailable(message: string): string {
  if (message.includes("could not find the requested resource"))
    return "Install Tocsin's kinds on this cluster first, or choose another --context.";
  return "Is it running, and is it the right one? --kubeconfig and --context choose another.";
}
