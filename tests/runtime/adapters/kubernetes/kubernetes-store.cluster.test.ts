import { openKubernetesStore } from "../../../../runtime/adapters/kubernetes/open-kubernetes-store.ts";
import { SystemClock } from "../../../../runtime/adapters/node/system-clock.ts";
import { SystemRandom } from "../../../../runtime/adapters/node/system-random.ts";
import { SystemTimers } from "../../../../runtime/adapters/node/system-timers.ts";
import { startControlPlane } from "../../../cluster/control-plane/start-control-plane.ts";
import { installCrds } from "../../../cluster/install-crds.ts";
import { storeContract } from "../../../contract/store-contract.ts";

storeContract("KubernetesStore", async () => {
  const plane = await startControlPlane();
  await installCrds(plane);
  const { store, close } = openKubernetesStore({
    config: plane.adminConfig,
    clock: new SystemClock(),
    timers: new SystemTimers(),
    random: new SystemRandom(),
  });
  return {
    store,
    close: async () => {
      await close();
      await plane.stop();
    },
  };
});
