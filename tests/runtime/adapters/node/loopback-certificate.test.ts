import { X509Certificate } from "node:crypto";
import { request } from "node:https";
import { Hono } from "hono";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loopbackCertificate } from "../../../../runtime/adapters/node/loopback-certificate.ts";
import { SystemTimers } from "../../../../runtime/adapters/node/system-timers.ts";
import { listen } from "../../../../runtime/http/server/listen.ts";
import { SilentLogger } from "../../../support/silent-logger.ts";

const test = suite("loopbackCertificate");
const NOW = new Date("2026-01-01T00:00:00Z");

test("names the loopback and nothing else", () => {
  const certificate = new X509Certificate(loopbackCertificate(NOW).cert);
  assert.is(certificate.subjectAltName, "DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1");
  assert.ok(certificate.checkIP("127.0.0.1"));
  assert.is(certificate.checkHost("example.com"), undefined);
});

test("has signed itself, and is valid from before now for longer than a process lives", () => {
  const certificate = new X509Certificate(loopbackCertificate(NOW).cert);
  assert.ok(certificate.verify(certificate.publicKey));
  assert.ok(certificate.ca);
  assert.is(certificate.validFromDate.toISOString(), "2025-12-31T23:00:00.000Z");
  assert.is(certificate.validToDate.getUTCFullYear(), 2035);
  const late = new X509Certificate(loopbackCertificate(new Date("2060-01-01T00:00:00Z")).cert);
  assert.is(late.validToDate.getUTCFullYear(), 2069);
});

test("is another one each time", () => {
  const serials = [loopbackCertificate(NOW), loopbackCertificate(NOW)].map(
    ({ cert }) => new X509Certificate(cert).serialNumber,
  );
  assert.is.not(serials[0], serials[1]);
});

test("is trusted by a client that has it, and by no other", async () => {
  const tls = loopbackCertificate(new Date());
  const app = new Hono().get("/", (c) => c.text("hello"));
  const timers = new SystemTimers();
  const server = await listen(app, {
    hostname: "127.0.0.1",
    port: 0,
    timers,
    logger: new SilentLogger(),
    tls,
  });
  const ask = (ca?: string) =>
    new Promise<string>((resolve) => {
      const sent = request(`${server.url}/`, { ...(ca && { ca }), agent: false }, (answer) => {
        answer.setEncoding("utf8").on("data", resolve);
      });
      sent.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "")).end();
    });
  assert.match(server.url, /^https:/);
  assert.is(await ask(tls.cert), "hello");
  assert.is(await ask(), "DEPTH_ZERO_SELF_SIGNED_CERT");
  assert.is(await ask(loopbackCertificate(new Date()).cert), "DEPTH_ZERO_SELF_SIGNED_CERT");
  await server.close(0);
});

test.run();
