import type { AgentEvent, AgentEventSpec, AgentEventStatus } from "../../../lib/api/agent-event.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import type { ObjectMeta } from "../../../lib/api/object.ts";

/** What a test says about an event; the rest is a ready webhook event of one target. */
export type EventParts = {
  readonly metadata?: Partial<ObjectMeta>;
  readonly spec?: Partial<AgentEventSpec>;
  readonly status?: AgentEventStatus;
};

/** The webhook event `default/alarm` with the target `writers`, unless told otherwise. */
export function anEvent({ metadata, spec, status }: EventParts = {}): AgentEvent {
  return {
    apiVersion: API_VERSION,
    kind: "AgentEvent",
    metadata: {
      name: "alarm",
      namespace: "default",
      uid: "event-uid",
      resourceVersion: "1",
      generation: 1,
      creationTimestamp: "2026-01-01T00:00:00Z",
      ...metadata,
    },
    spec: {
      source: { type: "webhook" },
      targets: [{ team: "writers" }],
      concurrencyPolicy: "Allow",
      suspended: false,
      ...spec,
    },
    ...(status === undefined ? {} : { status }),
  };
}

/** A source that fires by a schedule, every hour unless told otherwise. */
export function cronSource(cron = "0 * * * *"): AgentEventSpec["source"] {
  return { type: "cron", cron };
}

/** A source that fires when a run of the team `writers` succeeds, unless told otherwise. */
export function upstreamSource(
  onPhase: "Succeeded" | "Failed" | "*" = "Succeeded",
  name = "writers",
): AgentEventSpec["source"] {
  return { type: "team-output", teamOutput: { name, onPhase } };
}
