import { isIP } from "node:net";
import { AGENT_FOLDER, AgentVariable } from "../../lib/api/agent-pod.ts";
import { LOG_LEVELS, type LogLevel } from "../adapters/logging/pino-logger.ts";
import { type SettingDoc, SettingError } from "./settings.ts";

/** What an agent's process in a pod is told by its environment. */
export type AgentSettings = {
  readonly pod: string;
  readonly podUID: string;
  /** Folder of the files that the Deployment mounts. */
  readonly folder: string;
  readonly listenAddress: string;
  readonly logLevel: LogLevel;
};

/** Every variable that an agent's process reads. */
export const AGENT_SETTINGS: readonly SettingDoc[] = [
  { name: AgentVariable.podName, byDefault: "none", meaning: "Name of the pod." },
  {
    name: AgentVariable.podUID,
    byDefault: "none",
    meaning: "Uid of the pod; tasks for another are refused.",
  },
  { name: AgentVariable.podIP, byDefault: "none", meaning: "Tells whether to listen by IPv4 or IPv6." },
  {
    name: "TOCSIN_LISTEN",
    byDefault: "all addresses",
    meaning: "Address to listen at for probes and tasks.",
  },
  { name: "TOCSIN_AGENT_FOLDER", byDefault: AGENT_FOLDER, meaning: "Folder of the files that are mounted." },
  {
    name: "TOCSIN_LOG_LEVEL",
    byDefault: "info",
    meaning: `Least severe log line: ${LOG_LEVELS.join(", ")}.`,
  },
];

const ANY_IPV4 = "0.0.0.0";
/** A socket that listens here takes IPv4 as well, but not on a machine without IPv6. */
const ANY_IPV6 = "::";

/** Reads the settings of an agent's process. Throws SettingError. */
export function readAgentSettings(environment: Readonly<Record<string, string | undefined>>): AgentSettings {
  const text = (name: string) => (environment[name] === "" ? undefined : environment[name]);
  const required = (name: string) => {
    const value = text(name);
    if (value !== undefined) return value;
    throw new SettingError(`${name} has to be set: an agent's Deployment does it by the downward API`);
  };
  const hasIPv6 = isIP(text(AgentVariable.podIP) ?? "") === 6;
  const level = text("TOCSIN_LOG_LEVEL") ?? "info";
  const logLevel = LOG_LEVELS.find((each) => each === level);
  if (logLevel === undefined)
    throw new SettingError(`TOCSIN_LOG_LEVEL has to be one of ${LOG_LEVELS.join(", ")}`);
  return {
    pod: required(AgentVariable.podName),
    podUID: required(AgentVariable.podUID),
    folder: text("TOCSIN_AGENT_FOLDER") ?? AGENT_FOLDER,
    listenAddress: text("TOCSIN_LISTEN") ?? (hasIPv6 ? ANY_IPV6 : ANY_IPV4),
    logLevel,
  };
}
