/** A team as a person writes it. */
export const TEAM = {
  apiVersion: "tocsin.dev/v1alpha1",
  kind: "AgentTeam",
  metadata: { name: "desk", labels: { tier: "one" } },
  spec: { steps: [{ name: "write", service: "writer", prompt: "Write.", timeoutSeconds: 30, retries: 0 }] },
};

/** An event that starts it. */
export const EVENT = {
  apiVersion: "tocsin.dev/v1alpha1",
  kind: "AgentEvent",
  metadata: { name: "news" },
  spec: { source: { type: "webhook" }, targets: [{ team: "desk" }] },
};

/** A status that makes the team ready and running. */
export const TEAM_STATUS = {
  phase: "Running",
  lastRunName: "desk-1",
  conditions: [
    {
      type: "Ready",
      status: "True",
      reason: "Valid",
      message: "",
      lastTransitionTime: "2026-01-01T00:00:00Z",
      observedGeneration: 1,
    },
  ],
};

/** Several objects as one file. */
export function documents(...objects: readonly object[]): string {
  return objects.map((object) => JSON.stringify(object)).join("\n");
}
