/**
 * What is published as `tocsin/lib`: the constructs of teams and events, the operator and the CRDs, and what the
 * objects look like that they make.
 */
export type { Agent, AgentSpec, AgentStatus } from "./api/agent.ts";
export type { AgentEvent, AgentEventSpec, AgentEventStatus } from "./api/agent-event.ts";
export type { AgentRun, AgentRunSpec, AgentRunStatus } from "./api/agent-run.ts";
export type { AgentService, AgentServiceSpec, AgentServiceStatus } from "./api/agent-service.ts";
export type { AgentTeam, AgentTeamSpec, AgentTeamStatus } from "./api/agent-team.ts";
export { API_VERSION, GROUP, OPERATOR_NAME, OPERATOR_NAMESPACE, VERSION } from "./api/group.ts";
export { TokenSecretKey, tokenSecretName } from "./api/keys.ts";
export { firePath, WEBHOOK_PORT } from "./api/network.ts";
export { TocsinCrds } from "./crds/tocsin-crds.ts";
export * from "./monitoring/index.ts";
export * from "./operator/index.ts";
export * from "./teams/index.ts";
