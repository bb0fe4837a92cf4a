/** The Kubernetes store against the standalone API: what either of them gets wrong about the other shows here. */
import { loadKubeConfig } from "../../runtime/adapters/kubernetes/load-kube-config.ts";
import { openKubernetesStore } from "../../runtime/adapters/kubernetes/open-kubernetes-store.ts";
import { SystemClock } from "../../runtime/adapters/node/system-clock.ts";
import { SystemRandom } from "../../runtime/adapters/node/system-random.ts";
import { SystemTimers } from "../../runtime/adapters/node/system-timers.ts";
import { storeContract } from "../contract/store-contract.ts";
import { ApiServer } from "../support/api-server.ts";

storeContract("KubernetesStore on the standalone API", async () => {
  const server = await ApiServer.start();
  const { store, close } = openKubernetesStore({
    config: await loadKubeConfig(server.kubeconfig),
    clock: new SystemClock(),
    timers: new SystemTimers(),
    random: new SystemRandom(),
  });
  return {
    store,
    close: async () => {
      await close();
      await server.close();
    },
  };
});
