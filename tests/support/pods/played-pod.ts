import { AGENT_PORT } from "../../../lib/api/network.ts";
import type { Container, HttpProbeFields, Volume } from "../../../lib/api/pod-template.ts";
import type { KubeClient } from "../../cluster/control-plane/kube-client.ts";
import { AgentProcess } from "./agent-process.ts";

/** A pod as the API server has it. */
export type PodObject = {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly ownerReferences?: readonly object[];
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: { readonly containers: readonly Container[]; readonly volumes?: readonly Volume[] };
};

type Secret = { readonly data?: Readonly<Record<string, string>> };
type Parts = {
  readonly client: KubeClient;
  readonly pod: PodObject;
  readonly address: string;
  readonly folder: string;
};

/** How often mounted Secrets are read again; the kubelet takes a minute. */
const REFRESH_MS = 500;

/** One pod of a {@link PlayedKubelet}: a process, its files and its probes. */
export class PlayedPod {
  readonly #parts: Parts;
  readonly #files = new Map<string, string>();
  #process: AgentProcess | undefined;
  #hasStarted = false;
  #isReady: boolean | undefined;
  #probeDueMs = 0;
  #refreshDueMs = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get name(): string {
    return this.#parts.pod.metadata.name;
  }

  get isReady(): boolean {
    return this.#isReady === true;
  }

  get output(): string {
    return this.#process?.output ?? "";
  }

  /** Does what is due: starts the process, renews its files, probes it. Never waits for a probe of another pod long. */
  async sync(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs >= this.#refreshDueMs) {
      this.#refreshDueMs = nowMs + REFRESH_MS;
      await this.#refresh();
    }
    if (this.#process === undefined) await this.#start();
    else if (nowMs >= this.#probeDueMs) await this.#probe(nowMs);
  }

  /** Ends the process as the kubelet does in the end. */
  async kill(): Promise<void> {
    this.#process?.signal("SIGKILL");
    await this.#process?.ended;
  }

  /** Waits for the files that a pod can't do without, as the kubelet does. */
  async #start(): Promise<void> {
    const { address, folder } = this.#parts;
    const missing = this.#secrets().some(({ path, isOptional }) => !isOptional && !this.#files.has(path));
    if (missing) return;
    const { env } = this.#container;
    const fields = new Map(
      env.map(({ name, valueFrom }) => [name, this.#field(valueFrom.fieldRef.fieldPath)]),
    );
    const files = Object.fromEntries(this.#files);
    this.#process = new AgentProcess(folder, files, {
      ...Object.fromEntries(fields),
      TOCSIN_LISTEN: address,
    });
    await this.#report(false);
  }

  async #refresh(): Promise<void> {
    const { client, pod } = this.#parts;
    for (const { name, downward } of this.#documents()) this.#files.set(name, this.#field(downward));
    for (const { path, secretName, key } of this.#secrets()) {
      const url = `/api/v1/namespaces/${pod.metadata.namespace}/secrets/${secretName}`;
      const value = (await client.tryGet<Secret>(url))?.data?.[key];
      const text = value === undefined ? undefined : Buffer.from(value, "base64").toString("utf8");
      if (text === this.#files.get(path)) continue;
      if (text === undefined) this.#files.delete(path);
      else this.#files.set(path, text);
      this.#process?.write(path, text);
    }
  }

  async #probe(nowMs: number): Promise<void> {
    const { startupProbe, readinessProbe } = this.#container;
    const probe = this.#hasStarted ? readinessProbe : startupProbe;
    const hasPassed = await this.#ask(probe);
    // Readiness is asked at once after the startup probe has passed.
    const isFirst = !this.#hasStarted && hasPassed;
    this.#probeDueMs = isFirst ? 0 : nowMs + probe.periodSeconds * 1_000;
    if (!this.#hasStarted) this.#hasStarted = hasPassed;
    else if (hasPassed !== this.#isReady) await this.#report(hasPassed);
  }

  async #ask({ httpGet, timeoutSeconds }: HttpProbeFields): Promise<boolean> {
    const url = `http://${this.#parts.address}:${httpGet.port}${httpGet.path}`;
    const signal = AbortSignal.timeout(timeoutSeconds * 1_000);
    return (await fetch(url, { signal }).catch(() => undefined))?.ok ?? false;
  }

  async #report(isReady: boolean): Promise<void> {
    const { client, pod, address } = this.#parts;
    const { namespace, name, uid } = pod.metadata;
    const status = isReady ? "True" : "False";
    const conditions = ["Ready", "ContainersReady"].map((type) => ({
      type,
      status,
      lastTransitionTime: new Date().toISOString(),
    }));
    const { name: container, image } = this.#container;
    const state = { running: { startedAt: new Date().toISOString() } };
    const known = { name: container, image, imageID: image, ready: isReady, restartCount: 0, state };
    const body = {
      metadata: { uid },
      status: {
        phase: "Running",
        podIP: address,
        podIPs: [{ ip: address }],
        conditions,
        containerStatuses: [{ ...known, started: this.#hasStarted }],
      },
    };
    const path = `/api/v1/namespaces/${namespace}/pods/${name}/status`;
    const { status: code } = await client.send(path, { method: "PATCH", body });
    if (code === 200) this.#isReady = isReady;
  }

  get #container(): Container {
    const [container] = this.#parts.pod.spec.containers;
    if (container === undefined) throw new Error(`pod ${this.name} has no container`);
    if (container.readinessProbe.httpGet.port !== AGENT_PORT) throw new Error("the probe asks another port");
    return container;
  }

  #documents() {
    return (this.#parts.pod.spec.volumes ?? []).flatMap((volume) =>
      "downwardAPI" in volume
        ? volume.downwardAPI.items.map(({ path, fieldRef }) => ({
            name: `${volume.name}/${path}`,
            downward: fieldRef.fieldPath,
          }))
        : [],
    );
  }

  #secrets() {
    return (this.#parts.pod.spec.volumes ?? []).flatMap((volume) =>
      "secret" in volume
        ? volume.secret.items.map(({ key, path }) => ({
            path: `${volume.name}/${path}`,
            secretName: volume.secret.secretName,
            key,
            isOptional: volume.secret.optional === true,
          }))
        : [],
    );
  }

  /** What the downward API gives for a field. */
  #field(path: string): string {
    const { metadata } = this.#parts.pod;
    const annotation = /^metadata\.annotations\['(.+)'\]$/.exec(path)?.[1];
    if (annotation !== undefined) return metadata.annotations?.[annotation] ?? "";
    if (path === "metadata.name") return metadata.name;
    if (path === "metadata.uid") return metadata.uid;
    if (path === "status.podIP") return this.#parts.address;
    throw new Error(`the downward API knows no ${path}`);
  }
}
