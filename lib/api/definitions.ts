import { AgentResource } from "./agent.ts";
import { AgentEventResource } from "./agent-event.ts";
import { AgentRunResource } from "./agent-run.ts";
import { AgentServiceResource } from "./agent-service.ts";
import { AgentTeamResource } from "./agent-team.ts";
import type { ResourceDefinition } from "./resource-definition.ts";

/** Every kind of Tocsin's group, in the order in which an installer should apply them. */
export const DEFINITIONS: readonly ResourceDefinition[] = [
  AgentResource,
  AgentServiceResource,
  AgentTeamResource,
  AgentEventResource,
  AgentRunResource,
];
