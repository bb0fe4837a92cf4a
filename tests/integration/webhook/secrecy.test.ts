import { createHash } from "node:crypto";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { EventRecordType } from "../../../lib/api/core-types.ts";
import { DEFINITIONS } from "../../../lib/api/definitions.ts";
import { firePath } from "../../../lib/api/network.ts";
import { TestSystem } from "../../support/a-system.ts";
import type { Answer } from "../../support/an-answer.ts";

const test = suite("the secrecy of tokens");

/** Characters that no two unrelated texts here have in common. */
const PART = 10;

/** Every form in which a token could slip out, digests included. */
function formsOf(token: string): readonly string[] {
  const digest = createHash("sha256").update(token).digest();
  const bytes = Buffer.from(token, "utf8");
  const encodings = ["hex", "base64", "base64url"] as const;
  return [token, ...encodings.flatMap((encoding) => [digest.toString(encoding), bytes.toString(encoding)])];
}

/** The first part of a secret that a text holds. */
function leakIn(text: string, tokens: readonly string[]): string | undefined {
  for (const form of tokens.flatMap(formsOf)) {
    for (let at = 0; at + PART <= form.length; at++) {
      const part = form.slice(at, at + PART);
      if (text.includes(part)) return part;
    }
  }
  return undefined;
}

const shown = ({ text, headers }: Answer) => `${text}\n${JSON.stringify([...headers])}`;

const system = await TestSystem.start();
test.after(() => system.stop());

test("finds a part of a token or of its digest where there is one", () => {
  const digest = createHash("sha256").update("a-long-enough-token").digest("hex");
  assert.is(leakIn(`x ${digest.slice(20, 32)} y`, ["a-long-enough-token"]), digest.slice(20, 30));
  assert.is(leakIn("nothing", ["a-long-enough-token"]), undefined);
});

test("holds in answers, logs, objects, Events and metrics, whatever is done with tokens", async () => {
  await system.addTeam();
  await system.addEvent();
  const first = await system.token();
  const wrong = `${first.slice(0, -1)}!`;
  const bearer = { headers: { authorization: `Bearer ${first}` } };
  const path = firePath("default", "alarm");
  const answers = [
    await system.post({ query: "?mode=sync", ...bearer }),
    await system.post({ query: "?mode=sse", ...bearer }),
    await system.post({ query: `?token=${first}&mode=${first}`, ...bearer }),
    await system.post({ headers: { authorization: `Bearer ${wrong}` } }),
    await system.post({ headers: { authorization: `Basic ${first}` } }),
    await system.post({ query: `?timeout=${first}`, ...bearer }),
    await system.post({ body: "[1]", ...bearer }),
    await system.post({ headers: { ...bearer.headers, "idempotency-key": "k" } }),
    await system.call("PUT", `${path}?token=${first}`, bearer),
    await system.call("GET", `/triggers/default/alarm/runs/none?token=${first}`, bearer),
    await system.call("POST", `/${first}`, bearer),
    await system.post({ event: first, ...bearer }),
  ];
  const previousTokenExpiresAt = new Date(Date.now() + 60_000).toISOString();
  const second = "second-token-9f8e7d6c5b4a";
  await system.setTokens({ token: second, previousToken: first, previousTokenExpiresAt });
  answers.push(await system.post(bearer), await system.post());
  await system.changeEvent({ targets: [{ team: "nobody" }] });
  answers.push(await system.post());
  const metrics = await (await fetch(`${system.standalone.metricsURL}/metrics`)).text();
  const objects: unknown[] = [];
  for (const type of [...DEFINITIONS, EventRecordType]) objects.push((await system.store.list(type)).items);
  const tokens = [first, second];
  for (const answer of answers) assert.is(leakIn(shown(answer), tokens), undefined, shown(answer));
  assert.ok(system.log.some((line) => line.includes("run ended")));
  assert.is(leakIn(system.log.join(""), tokens), undefined);
  assert.is(leakIn(JSON.stringify(objects), tokens), undefined);
  assert.is(leakIn(metrics, tokens), undefined);
});

test.run();
