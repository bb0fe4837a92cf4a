import { Duplex, PassThrough, Writable } from "node:stream";
import type { KubeConfig } from "@kubernetes/client-node/dist/config.js";
import { CliError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";

/** A pod's port. */
export type PodPort = { readonly namespace: string; readonly pod: string; readonly port: number };

/** What a port-forward says on its channel for errors, at most. */
const MAX_ERROR = 500;

/**
 * Opens a connection to a port of a pod through the API server, as `kubectl port-forward` does, without a listening
 * port on this machine. Throws CliError where the server refuses.
 * Source: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#get-connect-portforward-requests-to-portforward-of-pod
 */
export async function openPodTunnel(config: KubeConfig, { namespace, pod, port }: PodPort): Promise<Duplex> {
  const { PortForward } = await import("@kubernetes/client-node/dist/portforward.js");
  const toPod = new PassThrough();
  const fromPod = new PassThrough();
  const tunnel = Duplex.from({ writable: toPod, readable: fromPod });
  // Whoever uses the tunnel hears of its errors; after that nobody does, and they would end the process.
  tunnel.on("error", () => {});
  const errors = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (chunk.length > 0) tunnel.destroy(new Error(chunk.toString("utf8", 0, MAX_ERROR)));
      done();
    },
  });
  try {
    const socket = await new PortForward(config).portForward(namespace, pod, [port], fromPod, errors, toPod);
    if (typeof socket === "function") throw new Error("no connection was opened");
    socket.onclose = () => fromPod.end();
    tunnel.once("close", () => socket.close());
    return tunnel;
  } catch (error) {
    throw refused({ namespace, pod }, error);
  }
}

function refused({ namespace, pod }: Omit<PodPort, "port">, error: unknown): CliError {
  const { message = "unknown" } = error as { readonly message?: string };
  const isForbidden = /\b40[13]\b/.test(message);
  return new CliError(
    `no connection to the pod ${pod} in the namespace ${namespace} could be opened: ${message}`,
    isForbidden
      ? `Ask whoever runs the cluster for the verbs "get" and "create" on pods/portforward in the namespace ${namespace}, or give --address.`
      : "Give the address of the webhook endpoint with --address.",
    ExitCode.unreachable,
  );
}
