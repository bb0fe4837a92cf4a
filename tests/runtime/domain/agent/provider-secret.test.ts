import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentSpec } from "../../../../lib/api/agent.ts";
import type { Secret } from "../../../../lib/api/core-types.ts";
import { providerSecret } from "../../../../runtime/domain/agent/provider-secret.ts";

const test = suite("providerSecret");

const aSecret = (label: string | undefined, data: Record<string, string> = { apiKey: "" }): Secret => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: {
    name: "any",
    uid: "u",
    resourceVersion: "1",
    creationTimestamp: "",
    labels: label === undefined ? {} : { "tocsin.dev/provider-key": label },
  },
  data,
});
const labelled = aSecret("true");
const baseURL = "https://other.example/v1";
const apiKeySecretRef = { name: "keys", key: "apiKey" };
const ref = { name: "keys", key: "apiKey" };

type Case = {
  readonly name: string;
  readonly provider?: AgentSpec["provider"];
  readonly secrets: Readonly<Record<string, Secret>>;
  readonly ref?: { readonly name: string; readonly key: string };
  readonly isMissing?: boolean;
};
const cases: readonly Case[] = [
  { name: "the named Secret", provider: { apiKeySecretRef }, secrets: { keys: labelled }, ref },
  {
    name: "the named Secret for the agent's own address",
    provider: { apiKeySecretRef, baseURL },
    secrets: { keys: labelled },
    ref,
  },
  { name: "none that is not there", provider: { apiKeySecretRef }, secrets: {}, isMissing: true },
  {
    name: "none without the label",
    provider: { apiKeySecretRef },
    secrets: { keys: aSecret(undefined) },
    isMissing: true,
  },
  {
    name: "none whose label says false",
    provider: { apiKeySecretRef },
    secrets: { keys: aSecret("false") },
    isMissing: true,
  },
  {
    name: "the named Secret that lacks the key, and says so",
    provider: { apiKeySecretRef },
    secrets: { keys: aSecret("true", { other: "" }) },
    ref,
    isMissing: true,
  },
  {
    name: "the namespace's default for the default address",
    secrets: { "tocsin-provider": labelled },
    ref: { name: "tocsin-provider", key: "apiKey" },
  },
  {
    name: "no default for the agent's own address",
    provider: { baseURL },
    secrets: { "tocsin-provider": labelled },
  },
  { name: "no default without the label", secrets: { "tocsin-provider": aSecret(undefined) } },
  { name: "none where there is no default", secrets: {} },
];

for (const { name, provider, secrets, ref: expected, isMissing = false } of cases) {
  test(`mounts ${name}`, () => {
    const found = providerSecret(provider, (each) => secrets[each]);
    assert.equal(found.ref, expected);
    assert.is(found.missing !== undefined, isMissing);
    if (isMissing) assert.match(found.missing ?? "", /"keys".*"apiKey".*tocsin\.dev\/provider-key=true/);
  });
}

test.run();
