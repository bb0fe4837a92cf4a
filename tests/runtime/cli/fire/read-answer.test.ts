import { Readable } from "node:stream";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CliError } from "../../../../runtime/cli/cli-error.ts";
import { isStream, readAnswer, readStream } from "../../../../runtime/cli/fire/read-answer.ts";

const sent = (...chunks: string[]): AsyncIterable<Buffer> =>
  Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

const kind = suite("isStream");
kind("knows a stream by its type", () => {
  assert.ok(isStream({ headers: { "content-type": "text/event-stream; charset=utf-8" } }));
  assert.not.ok(isStream({ headers: { "content-type": "application/json" } }));
  assert.not.ok(isStream({ headers: {} }));
});
kind.run();

const answer = suite("readAnswer");
answer("reads JSON that comes in pieces", async () => {
  assert.equal(await readAnswer(sent('{"a":', '"é"}')), { a: "é" });
});
answer("reads nothing from what is no JSON", async () => {
  assert.is(await readAnswer(sent("<html>")), undefined);
});
answer("holds no more than an answer can be", async () => {
  const piece = "x".repeat(1_048_576);
  const error = await readAnswer(sent(...Array<string>(33).fill(piece))).catch((thrown: unknown) => thrown);
  assert.instance(error, CliError);
});
answer.run();

const stream = suite("readStream");
stream("tells each event and gives the last one's data", async () => {
  const told: string[] = [];
  const frames = [
    "event: run.started\ndata: {}\n\nevent: stream",
    '.ended\ndata: {"status":"succeeded"}\n\n',
  ];
  const last = await readStream(sent(...frames), (name, data) => void told.push(`${name} ${data}`));
  assert.equal(last, { status: "succeeded" });
  assert.equal(told, ["run.started {}", 'stream.ended {"status":"succeeded"}']);
});
stream("does not take a stream for whole that broke off", async () => {
  const error = await readStream(sent("event: run.started\ndata: {}\n\n"), () => {}).catch(
    (thrown: unknown) => thrown,
  );
  assert.instance(error, CliError);
  assert.is((error as CliError).exitCode, 3);
});
stream.run();
