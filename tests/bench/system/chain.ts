import { AgentResource } from "../../../lib/api/agent.ts";
import { AgentEventResource } from "../../../lib/api/agent-event.ts";
import { AgentServiceResource } from "../../../lib/api/agent-service.ts";
import { AgentTeamResource } from "../../../lib/api/agent-team.ts";
import { SecretType } from "../../../lib/api/core-types.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import { tokenSecretDraft } from "../../../runtime/domain/event/token-secret.ts";
import type { Store } from "../../../runtime/ports/store.ts";
import { aStep } from "../../support/builders/a-team.ts";
import { BENCH_PLACE, BENCH_TOKEN } from "../intake/seed-intake.ts";

/** A team whose steps follow one another, done by one agent, and the webhook event that starts it. */
export type ChainPlan = {
  readonly namespace: string;
  readonly steps: number;
  readonly replicas: number;
  readonly maxConcurrentTasks: number;
};

/** Writes a chain's agent, service, team, event and token. */
export async function seedChain(store: Store, plan: ChainPlan): Promise<void> {
  const { namespace, replicas, maxConcurrentTasks } = plan;
  const common = { apiVersion: API_VERSION } as const;
  const labels = { pool: "desk" };
  const livenessProbe = { type: "ping", intervalSeconds: 60 } as const;
  await store.create(AgentResource, {
    ...common,
    kind: "Agent",
    metadata: { namespace, name: "desk", labels },
    spec: { model: "bench", replicas, maxConcurrentTasks, livenessProbe },
  });
  await store.create(AgentServiceResource, {
    ...common,
    kind: "AgentService",
    metadata: { namespace, name: "desk" },
    spec: { selector: { matchLabels: labels } },
  });
  const steps = Array.from({ length: plan.steps }, (_, index) => ({
    ...aStep(`step-${index}`),
    ...(index === 0 ? {} : { dependsOn: [`step-${index - 1}`] }),
  }));
  await store.create(AgentTeamResource, {
    ...common,
    kind: "AgentTeam",
    metadata: { namespace, name: "chain" },
    spec: { steps, timeoutSeconds: 600, runHistoryLimit: { succeeded: 10, failed: 3 } },
  });
  const event = await store.create(AgentEventResource, {
    ...common,
    kind: "AgentEvent",
    metadata: { namespace, name: BENCH_PLACE.event },
    spec: {
      source: { type: "webhook" },
      targets: [{ team: "chain" }],
      concurrencyPolicy: "Allow",
      suspended: false,
    },
  });
  await store.create(SecretType, tokenSecretDraft(event, BENCH_TOKEN));
}
