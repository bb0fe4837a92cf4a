import { randomBytes } from "node:crypto";
import type { KubeConfig, User } from "@kubernetes/client-node";
import { type DeniedRequest, readDeniedRequests } from "./audit-log.ts";
import { CertificateAuthority } from "./certificate-authority.ts";
import type { ClusterFolder, ClusterState } from "./cluster-folder.ts";
import { type Component, type EndingSignal, startComponent, stopComponent } from "./component.ts";
import { KubeClient } from "./kube-client.ts";
import { certificateUser, kubeconfigText, loadKubeconfig } from "./kubeconfig.ts";
import { resetCluster } from "./reset-cluster.ts";
import { signUser } from "./sign-user.ts";
import { untilApiServerReady } from "./start-components.ts";
import { sweep } from "./sweep.ts";

const TOKEN_SECONDS = 86_400;

/** A running Kubernetes control plane, as the tests hold it. */
export class ControlPlane {
  /** Path of a kubeconfig with every right. */
  readonly kubeconfig: string;
  /** The same, loaded. */
  readonly adminConfig: KubeConfig;
  /** A plain client with every right. */
  readonly client: KubeClient;
  readonly #folder: ClusterFolder;
  readonly #state: ClusterState;
  readonly #isShared: boolean;

  private constructor(folder: ClusterFolder, isShared: boolean) {
    this.#folder = folder;
    this.#isShared = isShared;
    this.#state = folder.state();
    this.kubeconfig = folder.adminKubeconfig;
    this.adminConfig = loadKubeconfig(this.kubeconfig);
    this.client = new KubeClient(this.adminConfig);
  }

  /** Holds a control plane that this process started and that its `stop` ends. */
  static own(folder: ClusterFolder): ControlPlane {
    return new ControlPlane(folder, false);
  }

  /** Holds a control plane that another process started and will stop. */
  static share(folder: ClusterFolder): ControlPlane {
    return new ControlPlane(folder, true);
  }

  /** The folder by which other processes share this control plane. */
  get folder(): string {
    return this.#folder.path;
  }

  /** Address of the API server. */
  get url(): string {
    return this.adminConfig.getCurrentCluster()?.server ?? "";
  }

  /** The server's version, as in `v1.36.2`. */
  get version(): string {
    return this.#state.version;
  }

  /** Whether the tests may stop the API server and read its audit log; false for a `KUBECONFIG`'s cluster. */
  get isOwned(): boolean {
    return this.#state.isOwned;
  }

  /** Makes a namespace with a name of its own and waits for nothing in it. */
  async makeNamespace(): Promise<string> {
    const name = `tocsin-test-${randomBytes(4).toString("hex")}`;
    await this.client.call("/api/v1/namespaces", { method: "POST", body: { metadata: { name } } });
    return name;
  }

  /** Makes a user with a client certificate, and answers the path of their kubeconfig. */
  async makeUser(name: string, groups: readonly string[] = []): Promise<string> {
    const subject = { commonName: name, organizations: groups };
    if (!this.isOwned) return this.#writeKubeconfig(await signUser(this.#folder, this.client, subject));
    const authority = new CertificateAuthority(this.#folder.at("pki"));
    const files = await authority.issue(`user-${randomBytes(4).toString("hex")}`, subject);
    return this.#writeKubeconfig(certificateUser(name, files));
  }

  /** Makes a token of an existing service account, and answers the path of a kubeconfig with it. */
  async serviceAccountKubeconfig(namespace: string, name: string): Promise<string> {
    const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`;
    const body = { spec: { expirationSeconds: TOKEN_SECONDS } };
    type TokenRequest = { readonly status: { readonly token: string } };
    const { status } = await this.client.call<TokenRequest>(path, { method: "POST", body });
    return this.#writeKubeconfig({ name: `${namespace}:${name}`, token: status.token });
  }

  /** Every request of a user (`system:serviceaccount:<namespace>:<name>`) that RBAC has refused so far. */
  async deniedRequests(user: string): Promise<readonly DeniedRequest[]> {
    this.#mustBeOwned("reading the audit log");
    return await readDeniedRequests(this.#folder.auditLog, this.client, user);
  }

  /** Takes away all that tests have made: namespaces, CRDs with their objects, cluster roles and policies. */
  async reset(): Promise<void> {
    await resetCluster(this.client, this.#state);
  }

  /** Ends the API server and waits until it is gone; etcd keeps its data. */
  async stopApiServer(signal: EndingSignal = "SIGTERM"): Promise<void> {
    await this.stopComponent("kube-apiserver", signal);
  }

  /** Starts the API server again at the same address, and waits until it is ready. */
  async startApiServer(): Promise<void> {
    await this.startComponent("kube-apiserver");
  }

  /** Ends a process of the control plane and waits until it is gone. */
  async stopComponent(name: Component["name"], signal: EndingSignal): Promise<void> {
    this.#mustBeOwned(`stopping ${name}`);
    await stopComponent(this.#folder, name, signal);
  }

  /** Starts a process of the control plane again, with the data it has, and waits until the API server is ready. */
  async startComponent(name: Component["name"]): Promise<void> {
    this.#mustBeOwned(`starting ${name}`);
    const component = this.#state.components.find((each) => each.name === name);
    if (component === undefined) throw new Error(`this cluster's state names no ${name}`);
    await startComponent(this.#folder, component);
    await untilApiServerReady(this.#folder);
  }

  /** Ends every process and removes every file, unless the control plane is shared: then it goes on. */
  async stop(): Promise<void> {
    if (this.#isShared) return;
    if (!this.isOwned) await this.reset();
    await sweep(this.#folder);
  }

  #writeKubeconfig(user: User): string {
    const cluster = this.adminConfig.getCurrentCluster();
    if (cluster === null) throw new Error("the admin's kubeconfig names no cluster");
    const name = `kubeconfigs/${randomBytes(8).toString("hex")}`;
    return this.#folder.write(name, kubeconfigText(cluster, user));
  }

  #mustBeOwned(what: string): void {
    if (!this.isOwned) throw new Error(`${what} needs a control plane of the tests' own: unset KUBECONFIG`);
  }
}
