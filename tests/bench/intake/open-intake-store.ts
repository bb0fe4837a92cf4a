import { KubeConfig } from "@kubernetes/client-node";
import { openKubernetesStore } from "../../../runtime/adapters/kubernetes/open-kubernetes-store.ts";
import type { Clock } from "../../../runtime/ports/clock.ts";
import type { Random } from "../../../runtime/ports/random.ts";
import type { Store } from "../../../runtime/ports/store.ts";
import type { Timers } from "../../../runtime/ports/timers.ts";
import { openBenchStore } from "../load/open-bench-store.ts";
import { seedIntake } from "./seed-intake.ts";

/** The store of a place, seeded where it is a data folder: `<folder>`, or `<kubeconfig>#<namespace>` of a cluster. */
export async function openIntakeStore(
  place: string,
  ports: { readonly clock: Clock; readonly timers: Timers; readonly random: Random },
): Promise<{ store: Store; namespaces: readonly string[] | undefined; close: () => Promise<void> }> {
  const [path = "", namespace] = place.split("#");
  if (namespace === undefined) {
    const store = await openBenchStore(path);
    await seedIntake(store);
    return { store, namespaces: undefined, close: () => store.close() };
  }
  const config = new KubeConfig();
  config.loadFromFile(path);
  return { ...openKubernetesStore({ config, ...ports }), namespaces: [namespace] };
}
