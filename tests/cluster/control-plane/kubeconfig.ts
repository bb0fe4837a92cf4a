import { readFileSync } from "node:fs";
import { type Cluster, KubeConfig, type User } from "@kubernetes/client-node";
import type { CertificateFiles } from "./certificate-authority.ts";

/** The cluster of a control plane on this machine. */
export function ownCluster(url: string, authority: string): Cluster {
  return { name: "tocsin-test", server: url, caData: base64Of(authority), skipTLSVerify: false };
}

/** A user who proves who they are by a certificate. */
export function certificateUser(name: string, { certificate, key }: CertificateFiles): User {
  return { name, certData: base64Of(certificate), keyData: base64Of(key) };
}

/** The text of a kubeconfig with one cluster and one user. */
export function kubeconfigText(cluster: Cluster, user: User): string {
  const config = new KubeConfig();
  config.loadFromClusterAndUser(cluster, user);
  return config.exportConfig();
}

/** Loads the kubeconfig of a file. */
export function loadKubeconfig(path: string): KubeConfig {
  const config = new KubeConfig();
  config.loadFromFile(path);
  return config;
}

function base64Of(path: string): string {
  return readFileSync(path).toString("base64");
}
