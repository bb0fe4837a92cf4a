import { HealthReason } from "../../../runtime/domain/health/verdict.ts";
import { answers, completion, hangs } from "../hostile-behaviours.ts";
import type { Behaviour } from "../hostile-provider.ts";
import type { Badness } from "./turning-provider.ts";

/** A way in which a provider turns bad, and the reason by which it has to be known. */
export type Way = { readonly name: string; readonly badness: Badness; readonly reason: HealthReason };

/** Longer than the deadline of a check whose interval is a second. */
const SLOW_MS = 2_500;

const everywhere = (behaviour: Behaviour): Badness => ({ kind: "answers", behaviour });
const inChecks = (behaviour: Behaviour): Badness => ({ kind: "answers", behaviour, isForChecksOnly: true });
const slowly: Behaviour = (response, call) => {
  setTimeout(() => answers(200, completion("HEALTHY"))(response, call), SLOW_MS);
};

/** The model is there, and what it says makes no sense. A task can't tell that from an answer: checks can. */
export const WRONG_ANSWERS: readonly Way[] = [
  {
    name: "wrong-word",
    badness: inChecks(answers(200, completion("UNHEALTHY"))),
    reason: HealthReason.wrongAnswer,
  },
  {
    name: "refusing",
    badness: inChecks(answers(200, completion(null, {}, { refusal: "I can't help with that." }))),
    reason: HealthReason.refused,
  },
  { name: "empty", badness: inChecks(answers(200, completion(""))), reason: HealthReason.emptyAnswer },
  {
    name: "truncated",
    badness: inChecks(answers(200, completion("HEAL", { finish_reason: "length" }))),
    reason: HealthReason.cutShort,
  },
];

/** The provider fails, for tasks as well as for checks. */
export const FAILURES: readonly Way[] = [
  {
    name: "error-500",
    badness: everywhere(answers(500, { error: { message: "told to fail", type: "server_error" } })),
    reason: HealthReason.providerFailed,
  },
  {
    name: "rate-limiting",
    badness: everywhere(answers(429, { error: { message: "slow down" } }, { "retry-after": "1" })),
    reason: HealthReason.rateLimited,
  },
  {
    name: "html",
    badness: everywhere(answers(200, "<!doctype html><html><body>Sign in</body></html>")),
    reason: HealthReason.htmlBody,
  },
];

/** The connection itself is bad: nothing is answered, or too late, or by nobody who can be trusted. */
export const BROKEN_CONNECTIONS: readonly Way[] = [
  { name: "hung", badness: everywhere(hangs), reason: HealthReason.providerTimedOut },
  { name: "slow", badness: inChecks(slowly), reason: HealthReason.providerTimedOut },
  { name: "tls-broken", badness: { kind: "certificate" }, reason: HealthReason.providerTlsFailed },
  { name: "refused", badness: { kind: "gone" }, reason: HealthReason.providerUnreachable },
];
