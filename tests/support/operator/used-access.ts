import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { ClusterFolder } from "../../cluster/control-plane/cluster-folder.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";

type AuditEvent = {
  readonly verb: string;
  readonly user: { readonly username: string };
  readonly objectRef?: {
    readonly apiGroup?: string;
    readonly resource: string;
    readonly subresource?: string;
  };
};

/** Every `verb group/resource` that a user has asked for, allowed or not, as the audit log has it. */
export async function usedAccess(plane: ControlPlane, user: string): Promise<readonly string[]> {
  await plane.deniedRequests(user); // waits until the log is up to date
  const used = new Set<string>();
  for await (const line of createInterface({
    input: createReadStream(new ClusterFolder(plane.folder).auditLog),
  })) {
    if (!line.includes(user)) continue;
    const { verb, user: who, objectRef } = JSON.parse(line) as AuditEvent;
    if (who.username === user && objectRef !== undefined)
      used.add(accessName(verb, objectRef.apiGroup ?? "", resourceOf(objectRef)));
  }
  return [...used].sort();
}

/** How a verb on a resource is written here. */
export function accessName(verb: string, apiGroup: string, resource: string): string {
  return `${verb} ${apiGroup === "" ? "" : `${apiGroup}/`}${resource}`;
}

function resourceOf({ resource, subresource }: NonNullable<AuditEvent["objectRef"]>): string {
  return subresource === undefined || subresource === "" ? resource : `${resource}/${subresource}`;
}
