import { Duration } from "cdk8s";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DEFAULT_TRIGGER_LIMITS } from "../../../runtime/http/triggers/trigger-limits.ts";
import { installedOperator, theOnly } from "../../support/installed-operator.ts";

const test = suite("WebhookIngress");

const NGINX = "nginx.ingress.kubernetes.io";
const ingressOf = (props: Parameters<typeof installedOperator>[0]) =>
  theOnly(installedOperator(props), "Ingress");
const host = "hooks.example.com";

test("is there only where a host is given", () => {
  assert.not(installedOperator().some(({ kind }) => kind === "Ingress"));
});

test("routes the prefix of webhooks, and nothing else, to the operator's Service", () => {
  assert.equal(ingressOf({ webhook: { host } }).spec, {
    rules: [
      {
        host,
        http: {
          paths: [
            {
              path: "/triggers",
              pathType: "Prefix",
              backend: { service: { name: "tocsin-operator", port: { name: "webhook" } } },
            },
          ],
        },
      },
    ],
  });
});

test("takes the class, and the certificate of the host", () => {
  const webhook = { host, tlsSecretName: "hooks-tls", ingressClassName: "nginx" };
  const { spec } = ingressOf({ webhook });
  assert.is(spec["ingressClassName"], "nginx");
  assert.equal(spec["tls"], [{ hosts: [host], secretName: "hooks-tls" }]);
});

test("lets through what the operator takes, for as long as it may take", () => {
  const annotations = ingressOf({ webhook: { host } }).metadata.annotations ?? {};
  assert.is(annotations[`${NGINX}/proxy-body-size`], String(DEFAULT_TRIGGER_LIMITS.maxBodyBytes));
  for (const way of ["read", "send"]) {
    const seconds = Number(annotations[`${NGINX}/proxy-${way}-timeout`]);
    assert.ok(seconds * 1_000 > DEFAULT_TRIGGER_LIMITS.maxSyncWaitMs, way);
  }
  assert.is(annotations[`${NGINX}/proxy-buffering`], "off");
  assert.is(annotations[`${NGINX}/proxy-next-upstream`], "off");
});

test("follows other limits, and annotations of one's own win", () => {
  const limits = { maxBodyBytes: 9_999, maxSyncWait: Duration.millis(90_500) };
  const own = { [`${NGINX}/proxy-buffering`]: "on", "cert-manager.io/cluster-issuer": "letsencrypt" };
  const { annotations } = ingressOf({ webhook: { host, annotations: own }, limits }).metadata;
  assert.equal(annotations, {
    [`${NGINX}/proxy-body-size`]: "9999",
    [`${NGINX}/proxy-read-timeout`]: "121",
    [`${NGINX}/proxy-send-timeout`]: "121",
    [`${NGINX}/proxy-next-upstream`]: "off",
    ...own,
  });
});

test.run();
