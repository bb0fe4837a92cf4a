import type { Draft } from "../../../lib/api/object.ts";
import type { Deployment } from "../../../lib/api/workload-types.ts";

/** What `kubectl rollout restart` writes into a template, so that its pods are made anew. */
const RESTARTED_AT = "kubectl.kubernetes.io/restartedAt";

/**
 * A Deployment as it is wanted, with the last restart that somebody asked for: to put that right like any other change
 * would roll the old pods back in the middle of it.
 */
export function keepRestart(draft: Draft<Deployment>, standing: Deployment): Draft<Deployment> {
  const restartedAt = standing.spec.template.metadata?.annotations?.[RESTARTED_AT];
  if (restartedAt === undefined) return draft;
  const { template } = draft.spec;
  const annotations = { ...template.metadata.annotations, [RESTARTED_AT]: restartedAt };
  const metadata = { ...template.metadata, annotations };
  return { ...draft, spec: { ...draft.spec, template: { ...template, metadata } } };
}
