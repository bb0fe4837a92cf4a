import { AgentEventResource } from "../../../lib/api/agent-event.ts";
import { AgentServiceResource } from "../../../lib/api/agent-service.ts";
import { AgentTeamResource } from "../../../lib/api/agent-team.ts";
import { SecretType } from "../../../lib/api/core-types.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import { tokenSecretDraft } from "../../../runtime/domain/event/token-secret.ts";
import type { Store } from "../../../runtime/ports/store.ts";

/** The token of the bench's event: it guards nothing but a loopback port for a few seconds. */
export const BENCH_TOKEN = "bench-token-of-a-loopback-port";
export const BENCH_PLACE = { namespace: "default", event: "bench" } as const;

/** A team of one step that nobody does, a webhook event of one target, and the event's token. */
export async function seedIntake(
  store: Store,
  namespace: string = BENCH_PLACE.namespace,
  service = "nobody",
): Promise<void> {
  const { event: name } = BENCH_PLACE;
  const common = { apiVersion: API_VERSION } as const;
  await store.create(AgentServiceResource, {
    ...common,
    kind: "AgentService",
    metadata: { namespace, name: service },
    spec: { selector: { matchLabels: { pool: service } } },
  });
  await store.create(AgentTeamResource, {
    ...common,
    kind: "AgentTeam",
    metadata: { namespace, name: "idlers" },
    spec: {
      steps: [{ name: "one", service, prompt: "hello", timeoutSeconds: 86_400, retries: 0 }],
      timeoutSeconds: 86_400,
      runHistoryLimit: { succeeded: 10, failed: 3 },
    },
  });
  const event = await store.create(AgentEventResource, {
    ...common,
    kind: "AgentEvent",
    metadata: { namespace, name },
    spec: {
      source: { type: "webhook" },
      targets: [{ team: "idlers", input: { topic: "{{ .trigger.body.topic }}" } }],
      concurrencyPolicy: "Allow",
      suspended: false,
    },
  });
  await store.create(SecretType, tokenSecretDraft(event, BENCH_TOKEN));
}
