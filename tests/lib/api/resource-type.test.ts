import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentEventResource } from "../../../lib/api/agent-event.ts";
import { SecretType } from "../../../lib/api/core-types.ts";
import { apiVersionOf, qualifiedPlural } from "../../../lib/api/resource-type.ts";

const test = suite("apiVersionOf");

test("joins group and version, and leaves out the core group", () => {
  assert.is(apiVersionOf(AgentEventResource), "tocsin.dev/v1alpha1");
  assert.is(apiVersionOf(SecretType), "v1");
});

test("has a companion that names the kind as the API server does", () => {
  assert.is(qualifiedPlural(AgentEventResource), "agentevents.tocsin.dev");
  assert.is(qualifiedPlural(SecretType), "secrets");
});

test.run();
