import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runSuccessfully } from "./run-command.ts";

/** Whom a certificate is for. Kubernetes takes the organizations as the groups of a user. */
export type CertificateSubject = {
  readonly commonName: string;
  readonly organizations?: readonly string[];
  /** Subject alternative names as openssl writes them; given for servers only. */
  readonly serverNames?: string;
};

/** The files of a certificate and its private key (PEM). */
export type CertificateFiles = { readonly certificate: string; readonly key: string };

/** The cluster lives for one run of the tests. */
const VALID_DAYS = "2";

/** openssl's defaults differ from machine to machine (they add CA:TRUE, for one): this sets them aside. */
export const OPENSSL_CONFIG = "[req]\ndistinguished_name = subject\n[subject]\n";

/** A throwaway certificate authority in a folder of its own, made by openssl. */
export class CertificateAuthority {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The authority's own certificate. */
  get certificate(): string {
    return join(this.#folder, "ca.crt");
  }

  /** The authority's private key. */
  get key(): string {
    return join(this.#folder, "ca.key");
  }

  /** Makes the authority, unless its folder holds one. */
  async create(): Promise<void> {
    if (existsSync(this.certificate)) return;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    writeFileSync(this.#config, OPENSSL_CONFIG);
    await this.#makeCertificate({ certificate: this.certificate, key: this.key }, "/CN=tocsin-test-ca", [
      "-addext",
      "basicConstraints=critical,CA:TRUE",
      "-addext",
      "keyUsage=critical,keyCertSign,cRLSign,digitalSignature",
    ]);
  }

  /** Makes a key and a certificate, in files named `<file>.crt` and `<file>.key`. */
  async issue(file: string, subject: CertificateSubject): Promise<CertificateFiles> {
    const files = { certificate: join(this.#folder, `${file}.crt`), key: join(this.#folder, `${file}.key`) };
    const names =
      subject.serverNames === undefined ? [] : ["-addext", `subjectAltName=${subject.serverNames}`];
    await this.#makeCertificate(files, subjectLine(subject), [
      "-CA",
      this.certificate,
      "-CAkey",
      this.key,
      ...["-addext", "basicConstraints=critical,CA:FALSE"],
      ...["-addext", "keyUsage=critical,digitalSignature"],
      ...["-addext", "extendedKeyUsage=clientAuth,serverAuth"],
      ...names,
    ]);
    return files;
  }

  /** Makes an RSA key pair, as service account tokens are signed with. */
  async makeRsaKey(file: string): Promise<string> {
    const key = join(this.#folder, `${file}.key`);
    await runSuccessfully("openssl", ["genrsa", "-out", key, "2048"]);
    return key;
  }

  get #config(): string {
    return join(this.#folder, "openssl.cnf");
  }

  async #makeCertificate(files: CertificateFiles, subject: string, rest: readonly string[]): Promise<void> {
    await runSuccessfully("openssl", [
      ...["req", "-x509", "-config", this.#config, "-days", VALID_DAYS, "-nodes"],
      ...["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"],
      ...["-keyout", files.key, "-out", files.certificate, "-subj", subject],
      ...rest,
    ]);
  }
}

/** Writes a subject as openssl's `-subj` reads it. */
export function subjectLine({ commonName, organizations = [] }: CertificateSubject): string {
  const escaped = (text: string) => text.replace(/[\\/+]/g, "\\$&");
  return `${organizations.map((name) => `/O=${escaped(name)}`).join("")}/CN=${escaped(commonName)}`;
}
