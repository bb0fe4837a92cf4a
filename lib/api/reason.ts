/** Types of conditions that Tocsin sets. */
export const ConditionType = { ready: "Ready", succeeded: "Succeeded" } as const;

/** Reasons of an AgentEvent's Ready condition. */
export const EventReason = {
  active: "Active",
  suspended: "Suspended",
  invalidSchedule: "InvalidSchedule",
  scheduleNeverFires: "ScheduleNeverFires",
  invalidTemplate: "InvalidTemplate",
  targetTeamNotFound: "TargetTeamNotFound",
  upstreamTeamNotFound: "UpstreamTeamNotFound",
  tokenSecretConflict: "TokenSecretConflict",
} as const;
export type EventReason = (typeof EventReason)[keyof typeof EventReason];

/** Reasons of an AgentTeam's Ready condition. */
export const TeamReason = {
  valid: "Valid",
  dependencyCycle: "DependencyCycle",
  invalidTemplate: "InvalidTemplate",
  serviceNotFound: "ServiceNotFound",
} as const;
export type TeamReason = (typeof TeamReason)[keyof typeof TeamReason];

/** Reasons of an AgentRun's Succeeded condition. */
export const RunReason = {
  pending: "Pending",
  running: "Running",
  succeeded: "Succeeded",
  stepFailed: "StepFailed",
  timedOut: "TimedOut",
  teamNotFound: "TeamNotFound",
  invalidTeam: "InvalidTeam",
  outputTooLarge: "OutputTooLarge",
  templateFailed: "TemplateFailed",
  notRetryable: "NotRetryable",
} as const;
export type RunReason = (typeof RunReason)[keyof typeof RunReason];

/** Reasons of an Agent's Ready condition. */
export const AgentReason = {
  ready: "Ready",
  noReadyPod: "NoReadyPod",
  scaledToZero: "ScaledToZero",
  invalidExpectation: "InvalidExpectation",
  providerKeyMissing: "ProviderKeyMissing",
  providerNotSet: "ProviderNotSet",
  nameConflict: "NameConflict",
  podsRefused: "PodsRefused",
} as const;
export type AgentReason = (typeof AgentReason)[keyof typeof AgentReason];

/** Reasons of an AgentService's Ready condition. */
export const ServiceReason = {
  ready: "Ready",
  noAgents: "NoAgents",
  noReadyPod: "NoReadyPod",
} as const;
export type ServiceReason = (typeof ServiceReason)[keyof typeof ServiceReason];

/** Reasons of the Kubernetes Events that Tocsin records (design §7). */
export const RecordReason = {
  fired: "Fired",
  fireSkipped: "FireSkipped",
  fireFailed: "FireFailed",
  missedSchedule: "MissedSchedule",
  tokenCreated: "TokenCreated",
  tokenRotated: "TokenRotated",
  suspended: "Suspended",
  resumed: "Resumed",
  runStarted: "RunStarted",
  runSucceeded: "RunSucceeded",
  runFailed: "RunFailed",
  semanticCheckFailed: "SemanticCheckFailed",
  semanticCheckRecovered: "SemanticCheckRecovered",
} as const;
export type RecordReason = (typeof RecordReason)[keyof typeof RecordReason];
