import { createServer, type Server } from "node:http";
import { AGENT_PORT } from "../../../lib/api/network.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { until } from "../../cluster/control-plane/until.ts";

/** An address of this machine that no pod of a played kubelet has. */
const ADDRESS = `127.${210 + (process.pid % 40)}.0.1`;
const LIMIT_MS = 30_000;

/** A pod with an agent's label that is ready and that nobody's Deployment has made. It notes whoever calls. */
export class Impostor {
  readonly calls: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.calls.push(`${request.method} ${request.url}`);
      response.end("{}");
    });
  }

  /** Has the pod be there and ready. */
  static async make(plane: ControlPlane, namespace: string, agent: string): Promise<Impostor> {
    const impostor = new Impostor();
    await new Promise<void>((resolve) => impostor.#server.listen(AGENT_PORT, ADDRESS, resolve));
    const pods = `/api/v1/namespaces/${namespace}/pods`;
    await plane.client.call(pods, { method: "POST", body: podOf(agent) });
    const status = {
      phase: "Running",
      podIP: ADDRESS,
      podIPs: [{ ip: ADDRESS }],
      conditions: [{ type: "Ready", status: "True" }],
    };
    await until("the impostor ready", LIMIT_MS, async () => {
      const path = `${pods}/${NAME}/status`;
      return (await plane.client.send(path, { method: "PATCH", body: { status } })).status === 200
        ? true
        : undefined;
    });
    return impostor;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const NAME = "impostor";

function podOf(agent: string): object {
  const securityContext = {
    allowPrivilegeEscalation: false,
    capabilities: { drop: ["ALL"] },
    runAsNonRoot: true,
    seccompProfile: { type: "RuntimeDefault" },
  };
  const annotations = { "tocsin.dev/max-tasks": "1000" };
  return {
    metadata: { name: NAME, labels: { "tocsin.dev/agent": agent }, annotations },
    spec: { containers: [{ name: "agent", image: "tocsin:0.1.0", securityContext }] },
  };
}
