import { OPERATOR_METRICS_PORT, STANDALONE_API_PORT, WEBHOOK_PORT } from "../../lib/api/network.ts";
import { LOG_LEVELS, type LogLevel } from "../adapters/logging/pino-logger.ts";
import { parsePositiveDuration } from "../domain/duration/parse-positive-duration.ts";
import { DEFAULT_TRIGGER_LIMITS, type TriggerLimits } from "../http/triggers/trigger-limits.ts";

/** Thrown where a setting can't be used; the message names it and says what it has to be. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

/** All settings of a process, read once from its environment. */
export type Settings = {
  readonly logLevel: LogLevel;
  readonly dataFolder: string;
  readonly apiPort: number;
  readonly webhookPort: number;
  readonly metricsPort: number;
  readonly standInPort: number;
  readonly webhookBaseURL: string | undefined;
  /** Undefined: the stand-in model is started. */
  readonly providerBaseURL: string | undefined;
  readonly providerKey: string | undefined;
  /** Replaces the model that agents name, for a provider that has another. */
  readonly modelOverride: string | undefined;
  readonly catchUpBoundMs: number | undefined;
  readonly maxChainLoops: number;
  readonly triggers: TriggerLimits;
};

/** One setting: the variable that holds it, what it is when absent, and what it does. */
export type SettingDoc = { readonly name: string; readonly byDefault: string; readonly meaning: string };

/** Every setting, as the README's table shows them. */
export const SETTINGS: readonly SettingDoc[] = [
  {
    name: "OPENAI_BASE_URL",
    byDefault: "the stand-in",
    meaning: "Base address of the OpenAI-compatible API that agents use.",
  },
  { name: "OPENAI_API_KEY", byDefault: "none", meaning: "Key for that address; sent nowhere else." },
  {
    name: "TOCSIN_MODEL",
    byDefault: "each Agent's own",
    meaning: "Model to ask for instead of the one that Agents name.",
  },
  {
    name: "TOCSIN_DATA",
    byDefault: ".tocsin",
    meaning: "Folder of the store's file, the kubeconfig and the webhook's header file.",
  },
  {
    name: "TOCSIN_API_PORT",
    byDefault: String(STANDALONE_API_PORT),
    meaning: "Port of the Kubernetes-shaped API on loopback; 0 takes any.",
  },
  {
    name: "TOCSIN_WEBHOOK_PORT",
    byDefault: String(WEBHOOK_PORT),
    meaning: "Port of the webhook endpoint; 0 takes any.",
  },
  {
    name: "TOCSIN_METRICS_PORT",
    byDefault: String(OPERATOR_METRICS_PORT),
    meaning: "Port of /metrics, /healthz and /readyz; 0 takes any.",
  },
  { name: "TOCSIN_STAND_IN_PORT", byDefault: "8091", meaning: "Port of the stand-in model; 0 takes any." },
  {
    name: "TOCSIN_WEBHOOK_URL",
    byDefault: "this server",
    meaning: "Base address shown in status.webhookURL.",
  },
  {
    name: "TOCSIN_LOG_LEVEL",
    byDefault: "warn",
    meaning: `Least severe log line: ${LOG_LEVELS.join(", ")}.`,
  },
  {
    name: "TOCSIN_CATCH_UP",
    byDefault: "no bound",
    meaning: "How old a missed slot may be and still fire after downtime, such as 24h.",
  },
  {
    name: "TOCSIN_CHAIN_LOOPS",
    byDefault: "0",
    meaning: "How often a team may come back in a chain of team-output events.",
  },
  { name: "TOCSIN_MAX_BODY_BYTES", byDefault: "1048576", meaning: "Largest webhook body." },
  { name: "TOCSIN_MAX_SYNC_WAIT", byDefault: "10m", meaning: "Longest wait of a sync caller." },
  { name: "TOCSIN_MAX_WAITERS", byDefault: "1000", meaning: "Most sync callers that wait at once." },
  { name: "TOCSIN_MAX_STREAMS", byDefault: "200", meaning: "Most `mode=sse` callers at once." },
  { name: "TOCSIN_FIRE_RATE", byDefault: "50", meaning: "Fires a second and event; 0 for no limit." },
  { name: "TOCSIN_FIRE_BURST", byDefault: "100", meaning: "Fires of an event that may come at once." },
];

const MAX_PORT = 65_535;

/** Reads the settings. Throws SettingError. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const text = (name: string) => (environment[name] === "" ? undefined : environment[name]);
  const whole = (name: string, byDefault: number, max: number) => readWhole(name, text(name), byDefault, max);
  const duration = (name: string) => readDuration(name, text(name));
  const { fireRate, ...limits } = DEFAULT_TRIGGER_LIMITS;
  return {
    logLevel: readLevel(text("TOCSIN_LOG_LEVEL")),
    dataFolder: text("TOCSIN_DATA") ?? ".tocsin",
    apiPort: whole("TOCSIN_API_PORT", STANDALONE_API_PORT, MAX_PORT),
    webhookPort: whole("TOCSIN_WEBHOOK_PORT", WEBHOOK_PORT, MAX_PORT),
    metricsPort: whole("TOCSIN_METRICS_PORT", OPERATOR_METRICS_PORT, MAX_PORT),
    standInPort: whole("TOCSIN_STAND_IN_PORT", 8_091, MAX_PORT),
    webhookBaseURL: text("TOCSIN_WEBHOOK_URL")?.replace(/\/+$/, ""),
    providerBaseURL: readURL("OPENAI_BASE_URL", text("OPENAI_BASE_URL")),
    providerKey: text("OPENAI_API_KEY"),
    modelOverride: text("TOCSIN_MODEL"),
    catchUpBoundMs: duration("TOCSIN_CATCH_UP"),
    maxChainLoops: whole("TOCSIN_CHAIN_LOOPS", 0, 10),
    triggers: {
      ...limits,
      maxBodyBytes: whole("TOCSIN_MAX_BODY_BYTES", limits.maxBodyBytes, 16 * 1_048_576),
      maxSyncWaitMs: duration("TOCSIN_MAX_SYNC_WAIT") ?? limits.maxSyncWaitMs,
      maxWaiters: whole("TOCSIN_MAX_WAITERS", limits.maxWaiters, 100_000),
      maxStreams: whole("TOCSIN_MAX_STREAMS", limits.maxStreams, 100_000),
      fireRate: {
        perSecond: whole("TOCSIN_FIRE_RATE", fireRate.perSecond, 1_000_000),
        burst: whole("TOCSIN_FIRE_BURST", fireRate.burst, 1_000_000),
      },
    },
  };
}

function readWhole(name: string, value: string | undefined, byDefault: number, max: number): number {
  if (value === undefined) return byDefault;
  if (/^\d{1,9}$/.test(value) && Number(value) <= max) return Number(value);
  throw new SettingError(`${name} has to be a whole number from 0 to ${max}`);
}

function readDuration(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const parsed = parsePositiveDuration(value);
  if (parsed.flaw !== undefined) throw new SettingError(`${name}: ${parsed.flaw}`);
  return parsed.ms;
}

function readLevel(value: string | undefined): LogLevel {
  if (value === undefined) return "warn";
  const level = LOG_LEVELS.find((each) => each === value);
  if (level === undefined)
    throw new SettingError(`TOCSIN_LOG_LEVEL has to be one of ${LOG_LEVELS.join(", ")}`);
  return level;
}

/** The value is not quoted: an address may hold a password. */
function readURL(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value.replace(/\/+$/, "");
  throw new SettingError(`${name} has to be an http or https address, such as http://127.0.0.1:11434/v1`);
}
