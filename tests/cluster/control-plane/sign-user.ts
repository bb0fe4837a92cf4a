import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { User } from "@kubernetes/client-node";
import { OPENSSL_CONFIG, subjectLine } from "./certificate-authority.ts";
import type { ClusterFolder } from "./cluster-folder.ts";
import type { KubeClient } from "./kube-client.ts";
import { runSuccessfully } from "./run-command.ts";
import { until } from "./until.ts";

const REQUESTS = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
const SIGNING_LIMIT_MS = 60_000;
const VALID_SECONDS = 86_400;

type SigningRequest = { readonly status?: { readonly certificate?: string } };

/** Has a cluster whose authority's key nobody hands out sign a user's certificate. */
export async function signUser(
  folder: ClusterFolder,
  client: KubeClient,
  subject: { readonly commonName: string; readonly organizations: readonly string[] },
): Promise<User> {
  const name = `tocsin-test-${randomBytes(4).toString("hex")}`;
  const key = folder.at("pki", `${name}.key`);
  const request = await runSuccessfully("openssl", [
    ...[
      "req",
      "-new",
      "-config",
      folder.write("openssl.cnf", OPENSSL_CONFIG),
      "-nodes",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
    ],
    ...["-keyout", key, "-subj", subjectLine(subject)],
  ]);
  const created = await client.call<Readonly<Record<string, unknown>>>(REQUESTS, {
    method: "POST",
    body: {
      apiVersion: "certificates.k8s.io/v1",
      kind: "CertificateSigningRequest",
      metadata: { name },
      spec: {
        request: Buffer.from(request).toString("base64"),
        signerName: "kubernetes.io/kube-apiserver-client",
        expirationSeconds: VALID_SECONDS,
        usages: ["client auth"],
      },
    },
  });
  const approval = { type: "Approved", status: "True", reason: "Test", message: "a user of a test" };
  await client.call(`${REQUESTS}/${name}/approval`, {
    method: "PUT",
    body: { ...created, status: { conditions: [approval] } },
  });
  const certData = await until(
    `the certificate of ${subject.commonName} signed`,
    SIGNING_LIMIT_MS,
    async () => {
      const found = await client.call<SigningRequest>(`${REQUESTS}/${name}`);
      return found.status?.certificate;
    },
  );
  return { name: subject.commonName, certData, keyData: readFileSync(key).toString("base64") };
}
