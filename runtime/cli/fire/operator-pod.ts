import { OPERATOR_LABELS } from "../../../lib/api/keys.ts";
import { type Pod, PodType } from "../../../lib/api/workload-types.ts";
import type { Store } from "../../ports/store.ts";
import { CliError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { listAll } from "../list-all.ts";

/** Finds a pod of the operator that is ready for webhooks: any of them takes a fire. Throws CliError, StoreError. */
export async function readyOperatorPod(store: Store, namespace: string): Promise<string> {
  const labelSelector = Object.entries(OPERATOR_LABELS)
    .map((pair) => pair.join("="))
    .join(",");
  const ready = await listAll(store, PodType, { namespace, labelSelector }, (pod) =>
    isReady(pod) ? pod.metadata.name : undefined,
  );
  if (ready[0] !== undefined) return ready[0];
  throw new CliError(
    `no pod of the operator is ready in the namespace ${namespace}`,
    `See why: kubectl get pods -n ${namespace} -l ${labelSelector}`,
    ExitCode.unreachable,
  );
}

function isReady({ metadata, status }: Pod): boolean {
  if (metadata.deletionTimestamp !== undefined) return false;
  return status?.conditions?.some(({ type, status: is }) => type === "Ready" && is === "True") ?? false;
}
