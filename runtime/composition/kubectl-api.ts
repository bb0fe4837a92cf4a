import { join } from "node:path";
import { loopbackCertificate } from "../adapters/node/loopback-certificate.ts";
import { writeKubeconfig } from "../adapters/node/write-kubeconfig.ts";
import { apiApp } from "../http/api/api-app.ts";
import { digestToken } from "../http/api/guard-caller.ts";
import { listen } from "../http/server/listen.ts";
import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import type { Random } from "../ports/random.ts";
import type { Store } from "../ports/store.ts";
import type { Timers } from "../ports/timers.ts";
import type { Settings } from "./settings.ts";

/** The Kubernetes-shaped API, and how to reach it. */
export type KubectlApi = {
  readonly url: string;
  /** Path of the kubeconfig that was written for it. */
  readonly kubeconfig: string;
  close(graceMs: number): Promise<void>;
};

/** Bytes of the API's token, made anew at each start. */
const TOKEN_BYTES = 32;

/** Serves the Kubernetes-shaped API on loopback, over TLS: kubectl sends its token over nothing else. */
export async function listenForKubectl(
  parts: {
    readonly store: Store;
    readonly clock: Clock;
    readonly timers: Timers;
    readonly random: Random;
    readonly logger: Logger;
  },
  settings: Settings,
): Promise<KubectlApi> {
  const { clock, timers, random, logger } = parts;
  const token = Buffer.from(random.bytes(TOKEN_BYTES)).toString("base64url");
  const certificate = loopbackCertificate(clock.now());
  const stopping = new AbortController();
  const app = apiApp({ ...parts, tokenDigest: digestToken(token), stopping: stopping.signal });
  const at = { hostname: "127.0.0.1", port: settings.apiPort };
  const { url, close } = await listen(app, { ...at, timers, logger, tls: certificate });
  const kubeconfig = join(settings.dataFolder, "kubeconfig");
  writeKubeconfig(kubeconfig, { server: url, certificate: certificate.cert, token });
  return {
    url,
    kubeconfig,
    close: (graceMs) => {
      stopping.abort();
      return close(graceMs);
    },
  };
}
