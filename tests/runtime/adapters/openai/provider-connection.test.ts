import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ModelErrorReason } from "../../../../runtime/ports/model.ts";
import { aProviderModel, aRequest, hear } from "../../../support/a-provider-model.ts";
import { answersWell } from "../../../support/hostile-behaviours.ts";
import { HostileProvider } from "../../../support/hostile-provider.ts";

const test = suite("ProviderConnection");

async function withProvider(act: (provider: HostileProvider) => Promise<void>): Promise<void> {
  const provider = await HostileProvider.start(answersWell("ok"));
  try {
    await act(provider);
  } finally {
    await provider.close();
  }
}

test("reads the key before each call, without the line break of a mounted file", () =>
  withProvider(async ({ baseURL, calls }) => {
    const keys = ["sk-old\n", "sk-new"];
    const model = aProviderModel({ baseURL, apiKey: async () => keys.shift() ?? "" });
    for (let i = 0; i < 3; i++) assert.is((await hear(model.stream(aRequest()))).text, "ok");
    assert.equal(
      calls.map((call) => call.headers.authorization),
      ["Bearer sk-old", "Bearer sk-new", undefined],
    );
  }));

test("sends what is needed and nothing about the machine or from the environment", async () => {
  const environment = {
    OPENAI_CUSTOM_HEADERS: "x-from-environment: yes",
    OPENAI_ORG_ID: "org",
    OPENAI_PROJECT_ID: "project",
    OPENAI_LOG: "debug",
  };
  Object.assign(process.env, environment);
  try {
    await withProvider(async ({ baseURL, calls }) => {
      await hear(aProviderModel({ baseURL }).stream(aRequest()));
      const names = Object.keys(calls[0]?.headers ?? {}).sort();
      const byFetch = [
        "accept",
        "accept-encoding",
        "accept-language",
        "connection",
        "content-length",
        "host",
        "sec-fetch-mode",
      ];
      assert.equal(names, [...byFetch, "authorization", "content-type", "user-agent"].sort());
    });
  } finally {
    for (const name of Object.keys(environment)) delete process.env[name];
  }
});

const badKeys: readonly (readonly [string, () => string, boolean])[] = [
  [
    "can't be read",
    () => {
      throw Object.assign(new Error("sk-secret"), { code: "ENOENT" });
    },
    true,
  ],
  ["no header can carry", () => "sk-secret\r\nx: y", false],
  ["is not ASCII", () => "sk-secret-ü", false],
];

for (const [name, apiKey, isRetryable] of badKeys) {
  test(`refuses a key that ${name}, without quoting it`, () =>
    withProvider(async ({ baseURL, calls }) => {
      const { error } = await hear(aProviderModel({ baseURL, apiKey }).stream(aRequest()));
      assert.is(error?.reason, ModelErrorReason.unauthorized);
      assert.is(error?.isRetryable, isRetryable);
      assert.not.match(`${error?.stack}${error?.cause}`, "sk-secret");
      assert.is(calls.length, 0);
    }));
}

for (const baseURL of ["http://user:sk-secret@127.0.0.1:1/v1", "ftp://127.0.0.1/sk-secret", "sk-secret"]) {
  test(`refuses ${baseURL.replace("sk-secret", "…")} as an address, without quoting it`, async () => {
    const { error } = await hear(aProviderModel({ baseURL }).stream(aRequest()));
    assert.is(error?.reason, ModelErrorReason.rejected);
    assert.not.match(`${error?.stack}${error?.cause}`, "sk-secret");
  });
}

test("tells a provider whose certificate can't be trusted, and does not try it again", async () => {
  const provider = await HostileProvider.startSelfSigned(answersWell("ok"));
  try {
    const { error } = await hear(aProviderModel(provider).stream(aRequest()));
    assert.is(error?.reason, ModelErrorReason.tls);
    assert.is(error?.isRetryable, false);
    assert.match(error?.message ?? "", "DEPTH_ZERO_SELF_SIGNED_CERT");
    assert.is(provider.calls.length, 0);
  } finally {
    await provider.close();
  }
});

test("tells a provider that speaks no TLS where it should", () =>
  withProvider(async ({ host }) => {
    const { error } = await hear(aProviderModel({ baseURL: `https://${host}/v1` }).stream(aRequest()));
    assert.is(error?.reason, ModelErrorReason.tls);
  }));

test("tells a port where nobody listens", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const { error } = await hear(aProviderModel({ baseURL: `http://127.0.0.1:${port}/v1` }).stream(aRequest()));
  assert.is(error?.reason, ModelErrorReason.unreachable);
  assert.match(error?.message ?? "", `127.0.0.1:${port} can't be reached (ECONNREFUSED)`);
});

test("tells a server that speaks no HTTP", async () => {
  const server = createServer((socket) => socket.resume().end("SSH-2.0-OpenSSH_9.6\r\n"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const { error } = await hear(
      aProviderModel({ baseURL: `http://127.0.0.1:${port}/v1` }).stream(aRequest()),
    );
    assert.is(error?.reason, ModelErrorReason.malformed);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});

test("can be warmed, closed and used again", () =>
  withProvider(async ({ baseURL }) => {
    const model = aProviderModel({ baseURL });
    await model.warm();
    for (let i = 0; i < 2; i++) {
      assert.is((await hear(model.stream(aRequest()))).text, "ok");
      await model.close();
    }
  }));

test.run();
