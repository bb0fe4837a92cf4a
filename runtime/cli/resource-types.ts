import type { Agent } from "../../lib/api/agent.ts";
import type { AgentEvent } from "../../lib/api/agent-event.ts";
import type { AgentRun } from "../../lib/api/agent-run.ts";
import type { AgentService } from "../../lib/api/agent-service.ts";
import type { AgentTeam } from "../../lib/api/agent-team.ts";
import { GROUP, VERSION } from "../../lib/api/group.ts";
import type { KubeObject } from "../../lib/api/object.ts";
import type { ResourceType } from "../../lib/api/resource-type.ts";

/*
 * Addresses of the kinds without their schemas, which take longer to load than a command may take. A test holds them
 * to the definitions.
 */

/** Where runs are. */
export const RunType = addressOf<AgentRun>("AgentRun", "arun");
/** Where teams are. */
export const TeamType = addressOf<AgentTeam>("AgentTeam", "ateam");
/** Where events are. */
export const EventType = addressOf<AgentEvent>("AgentEvent", "aev");
/** Where agents are. */
export const AgentType = addressOf<Agent>("Agent", "ag");
/** Where services are. */
export const ServiceType = addressOf<AgentService>("AgentService", "asvc");

function addressOf<T extends KubeObject>(kind: T["kind"], ...shortNames: string[]): ResourceType<T> {
  const singular = kind.toLowerCase();
  const address = { group: GROUP, version: VERSION, isNamespaced: true, hasStatus: true };
  return { ...address, kind, singular, plural: `${singular}s`, shortNames };
}
