import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { KubeClient } from "./kube-client.ts";
import { until } from "./until.ts";

/** A request that RBAC refused, as the API server's audit log has it. */
export type DeniedRequest = {
  readonly user: string;
  readonly verb: string;
  readonly uri: string;
  /** `group/resource/subresource`, as a rule of a role would have to name it; empty for other paths. */
  readonly resource: string;
};

type AuditEvent = {
  readonly auditID: string;
  readonly stage: string;
  readonly verb: string;
  readonly requestURI: string;
  readonly user: { readonly username: string };
  readonly objectRef?: {
    readonly apiGroup?: string;
    readonly resource: string;
    readonly subresource?: string;
  };
  readonly annotations?: Readonly<Record<string, string>>;
};

const DECISION = "authorization.k8s.io/decision";
const LOG_LIMIT_MS = 10_000;

/**
 * Reads which requests of a user RBAC has refused so far.
 *
 * The API server logs a request when it has been answered, so the reader sends one of its own and waits
 * until that is in the log: what was answered before is there then.
 */
export async function readDeniedRequests(
  log: string,
  client: KubeClient,
  user: string,
): Promise<DeniedRequest[]> {
  const mark = randomUUID();
  await client.call("/version", { headers: { "Audit-ID": mark } });
  return await until("the audit log up to date", LOG_LIMIT_MS, async () => {
    const denied: DeniedRequest[] = [];
    let isComplete = false;
    for await (const line of createInterface({ input: createReadStream(log) })) {
      if (line.includes(mark)) isComplete = true;
      if (line.includes(`"${DECISION}":"forbid"`)) denied.push(...deniedIn(line, user));
    }
    return isComplete ? denied : undefined;
  });
}

function deniedIn(line: string, user: string): DeniedRequest[] {
  const event = JSON.parse(line) as AuditEvent;
  if (event.user.username !== user || event.stage !== "ResponseComplete") return [];
  const { apiGroup, resource, subresource } = event.objectRef ?? { resource: "" };
  const parts = [apiGroup, resource, subresource].filter((part) => part !== undefined && part !== "");
  return [{ user, verb: event.verb, uri: event.requestURI, resource: parts.join("/") }];
}
