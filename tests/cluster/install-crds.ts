import type { ControlPlane } from "./control-plane/control-plane.ts";
import { kubectl } from "./control-plane/kubectl.ts";

const CRDS = "dist/crds.k8s.yaml";

/** Installs the CRDs as a person would, and waits until they are served. Throws where kubectl fails. */
export async function installCrds(plane: ControlPlane): Promise<void> {
  for (const args of [
    ["apply", "-f", CRDS],
    ["wait", "--for=condition=Established", "--timeout=60s", "-f", CRDS],
  ]) {
    const { code, stderr } = await kubectl(plane, args);
    if (code !== 0) throw new Error(`kubectl ${args[0]}: ${stderr}`);
  }
}
