import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { DerTag, der, derBits, derObjectID, derSequence, derTime } from "./der.ts";

/** A private key and its certificate, both PEM. */
export type LoopbackCertificate = { readonly key: string; readonly cert: string };

/** Valid from a little before now, for clients whose clock is behind. */
const LEEWAY_MS = 3_600_000;
/** Longer than any process lives: it is made anew at every start, and never stored. */
const LIFE_MS = 3_650 * 86_400_000;
const ECDSA_WITH_SHA256 = derSequence(derObjectID("1.2.840.10045.4.3.2"));
const TRUE = der(DerTag.boolean, Buffer.of(0xff));

/**
 * Makes a certificate for this machine's loopback names and addresses that has signed itself (RFC 5280).
 *
 * A kubectl sends its token over TLS alone, and Node has no call that makes certificates. Whoever is to trust
 * it gets it in the kubeconfig, as the authority of that one server; the key stays in this process.
 */
export function loopbackCertificate(now: Date): LoopbackCertificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const spki = publicKey.export({ type: "spki", format: "der" });
  const name = derSequence(
    der(
      DerTag.set,
      derSequence(derObjectID("2.5.4.3"), der(DerTag.utf8String, Buffer.from("tocsin standalone"))),
    ),
  );
  const validity = derSequence(
    derTime(new Date(now.getTime() - LEEWAY_MS)),
    derTime(new Date(now.getTime() + LIFE_MS)),
  );
  const body = derSequence(
    der(DerTag.constructed(0), der(DerTag.integer, Buffer.of(2))),
    serial(),
    ECDSA_WITH_SHA256,
    name,
    validity,
    name,
    spki,
    der(DerTag.constructed(3), extensions()),
  );
  const certificate = derSequence(body, ECDSA_WITH_SHA256, derBits(sign("sha256", body, privateKey)));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: pem(certificate),
  };
}

/** A positive number without a leading zero, new each time: clients remember issuer and serial. */
function serial(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return der(DerTag.integer, bytes);
}

function extensions(): Buffer {
  const digitalSignatureAndCertSign = derBits(Buffer.of(0b1000_0100), 2);
  const serverAuth = derSequence(derObjectID("1.3.6.1.5.5.7.3.1"));
  const names = derSequence(
    der(DerTag.primitive(2), Buffer.from("localhost")),
    der(DerTag.primitive(7), Buffer.of(127, 0, 0, 1)),
    der(DerTag.primitive(7), Buffer.from([...new Array<number>(15).fill(0), 1])),
  );
  return derSequence(
    extension("2.5.29.19", derSequence(TRUE), TRUE),
    extension("2.5.29.15", digitalSignatureAndCertSign, TRUE),
    extension("2.5.29.37", serverAuth),
    extension("2.5.29.17", names),
  );
}

function extension(id: string, value: Buffer, critical: Buffer = Buffer.alloc(0)): Buffer {
  return derSequence(derObjectID(id), critical, der(DerTag.octetString, value));
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
