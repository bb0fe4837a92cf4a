import { suite } from "uvu";
import * as assert from "uvu/assert";
import { directRoute, PodAddresses } from "../../../../runtime/adapters/agents/pod-addresses.ts";
import type { PodEndpoints } from "../../../../runtime/adapters/agents/pod-endpoints.ts";
import type { TaskTokens } from "../../../../runtime/adapters/agents/task-tokens.ts";
import { StoreError, StoreErrorReason } from "../../../../runtime/ports/store-error.ts";
import { TaskError } from "../../../../runtime/ports/tasks.ts";
import { anEndpoint } from "../../../support/an-endpoint.ts";

const test = suite("PodAddresses");
const endpoint = anEndpoint();

type Facts = {
  readonly isGone?: boolean;
  readonly ip?: string | undefined;
  readonly token?: () => Promise<string | undefined>;
};

function find(facts: Facts) {
  const ip = "ip" in facts ? facts.ip : "10.0.0.7";
  const endpoints = { find: () => (facts.isGone ? undefined : endpoint), addressOf: () => ip };
  const tokens = { of: facts.token ?? (async () => "a-token") };
  const addresses = new PodAddresses(
    endpoints as unknown as PodEndpoints,
    tokens as unknown as TaskTokens,
    directRoute,
  );
  return addresses.find(endpoint);
}

const refusalIn = async (facts: Facts) => {
  const error = await find(facts).catch((thrown: unknown) => thrown);
  return error instanceof TaskError ? error.refusal : "none";
};

test("are those of the pods, on the agents' port, with the agent's token", async () => {
  assert.equal(await find({}), { baseURL: "http://10.0.0.7:8080", token: "a-token" });
  assert.equal(await find({ ip: "fd00::7" }), { baseURL: "http://[fd00::7]:8080", token: "a-token" });
});

test("tell one that is gone from one that can't be reached yet", async () => {
  assert.is(await find({ isGone: true }), undefined);
  assert.is(await refusalIn({ ip: undefined }), "Unreachable");
  assert.is(await refusalIn({ token: async () => undefined }), "Unauthorized");
  const isOut = async () => {
    throw new StoreError(StoreErrorReason.unavailable, "out of reach");
  };
  assert.is(await refusalIn({ token: isOut }), "Unreachable");
});

test.run();
