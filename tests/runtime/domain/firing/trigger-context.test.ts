import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rfc3339, triggerContext } from "../../../../runtime/domain/firing/trigger-context.ts";

const AT = new Date("2026-01-01T08:00:00Z");
const common = { name: "alarm", firedAt: "2026-01-01T08:00:00Z" };

const context = suite("triggerContext");

context("shows a webhook's body", () => {
  const body = { a: [1] };
  assert.equal(triggerContext("alarm", AT, { type: "webhook", body }), { trigger: { ...common, body } });
});

context("shows a schedule nothing but the name and the instant", () => {
  assert.equal(triggerContext("alarm", AT, { type: "cron", slot: AT }), { trigger: common });
});

context("shows the upstream's output and nothing else of it", () => {
  const upstream = { team: "t", run: "r", uid: "u", output: "result", chain: ["t"] };
  const data = triggerContext("alarm", AT, { type: "team-output", upstream });
  assert.equal(data, { trigger: { ...common, output: "result" } });
});

context.run();

const instants = suite("rfc3339");

instants("writes whole seconds where there is no fraction", () => {
  assert.is(rfc3339(AT), "2026-01-01T08:00:00Z");
  assert.is(rfc3339(new Date("2026-01-01T08:00:00.025Z")), "2026-01-01T08:00:00.025Z");
});

instants.run();
