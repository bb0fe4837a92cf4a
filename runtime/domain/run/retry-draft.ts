import type { AgentRun, RunTrigger } from "../../../lib/api/agent-run.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import { Label } from "../../../lib/api/keys.ts";
import type { Draft } from "../../../lib/api/object.ts";

/** Most retries of one run, for which names leave room. */
export const MAX_RETRIES = 99;

/** Names the next retry of a run (design §4: `<run>-r<n>`); undefined where it has been retried too often. */
export function nextRetryName(run: AgentRun): string | undefined {
  const { name } = run.metadata;
  const [, first = name, count = "0"] = (run.spec.retryOf && /^(.*)-r(\d{1,2})$/.exec(name)) ?? [];
  const next = Number(count) + 1;
  return next > MAX_RETRIES ? undefined : `${first}-r${next}`;
}

/**
 * A retry of a run: the same owner, team and input; the operator takes the original's snapshot and its succeeded
 * steps. It is no fire, so it bears no fire's marks, but for the teams that led to it: they still cut a loop.
 */
export function retryDraft(
  original: AgentRun,
  asked: { readonly name: string; readonly step?: string | undefined; readonly now: Date },
): Draft<AgentRun> {
  const { metadata, spec } = original;
  const { event, eventUID, chain } = spec.trigger;
  const { name: run } = metadata;
  return {
    apiVersion: API_VERSION,
    kind: "AgentRun",
    metadata: {
      name: asked.name,
      ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
      labels: { [Label.team]: spec.team, ...(event === undefined ? {} : { [Label.event]: event }) },
      ownerReferences: [...(metadata.ownerReferences ?? [])],
    },
    spec: {
      team: spec.team,
      ...(spec.input === undefined ? {} : { input: spec.input }),
      trigger: {
        type: "cli",
        firedAt: asked.now.toISOString(),
        ...given({ event, eventUID, chain }),
      },
      retryOf: asked.step === undefined ? { run } : { run, step: asked.step },
    },
  };
}

function given(facts: Readonly<Record<string, unknown>>): Partial<RunTrigger> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
