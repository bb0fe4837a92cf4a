import type { AgentEventSpec } from "../../../lib/api/agent-event.ts";
import { EventReason } from "../../../lib/api/reason.ts";
import { checkTemplate } from "../template/check-template.ts";
import { describeFlaw } from "../template/template-flaw.ts";
import { targetScope } from "../template/template-scope.ts";
import type { ObservedEvent } from "./observed-event.ts";

/** Why an event is not ready: a reason from the closed set, and what its author has to change. */
export type EventFlaw = { readonly reason: EventReason; readonly message: string };

/** Finds the first thing that keeps an event from firing, or undefined where nothing does. */
export function firstEventFlaw(observed: ObservedEvent): EventFlaw | undefined {
  const { spec } = observed.event;
  return (
    scheduleIsUnparsable(spec, observed) ??
    templateIsInvalid(spec) ??
    upstreamTeamIsMissing(spec, observed) ??
    targetTeamIsMissing(spec, observed) ??
    tokenSecretIsForeign(observed)
  );
}

function scheduleIsUnparsable(spec: AgentEventSpec, { parseSchedule }: ObservedEvent): EventFlaw | undefined {
  const { cron } = spec.source;
  if (cron === undefined) return undefined;
  return parseSchedule(cron).flaw;
}

function templateIsInvalid(spec: AgentEventSpec): EventFlaw | undefined {
  const scope = targetScope(spec.source.type);
  for (const [index, target] of spec.targets.entries()) {
    for (const [key, source] of Object.entries(target.input ?? {})) {
      const flaw = checkTemplate(source, scope);
      if (flaw === undefined) continue;
      const message = `spec.targets[${index}].input.${key}: ${describeFlaw(flaw)}`;
      return { reason: EventReason.invalidTemplate, message };
    }
  }
  return undefined;
}

function upstreamTeamIsMissing(spec: AgentEventSpec, { hasTeam }: ObservedEvent): EventFlaw | undefined {
  const upstream = spec.source.teamOutput?.name;
  if (upstream === undefined || hasTeam(upstream)) return undefined;
  const message = `spec.source.teamOutput.name: there is no team "${upstream}" in this namespace; create it or change the name`;
  return { reason: EventReason.upstreamTeamNotFound, message };
}

function targetTeamIsMissing(spec: AgentEventSpec, { hasTeam }: ObservedEvent): EventFlaw | undefined {
  const index = spec.targets.findIndex((target) => !hasTeam(target.team));
  if (index < 0) return undefined;
  const message = `spec.targets[${index}].team: there is no team "${spec.targets[index]?.team}" in this namespace; create it or change the target`;
  return { reason: EventReason.targetTeamNotFound, message };
}

function tokenSecretIsForeign({ event, token }: ObservedEvent): EventFlaw | undefined {
  if (event.spec.source.type !== "webhook" || token.state !== "foreign") return undefined;
  const message = `the Secret "${token.secretName}" exists and does not belong to this event; delete or rename it, and the operator makes one`;
  return { reason: EventReason.tokenSecretConflict, message };
}
