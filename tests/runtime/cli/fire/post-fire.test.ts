import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CliError } from "../../../../runtime/cli/cli-error.ts";
import { type FirePost, postFire } from "../../../../runtime/cli/fire/post-fire.ts";

type Seen = { readonly request: IncomingMessage; readonly body: string };
const seen: Seen[] = [];
const server = createServer(async (request, response) => {
  seen.push({ request, body: await text(request) });
  if (request.url === "/moved") response.writeHead(302, { location: "/elsewhere" });
  response.end("done");
});
const port = () => (server.address() as AddressInfo).port;
const post = (parts: Partial<FirePost> & { readonly url: URL }) =>
  postFire({ token: "the-token", body: '{"a":"é"}', signal: new AbortController().signal, ...parts });

const test = suite("postFire");

test.before(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
test.after(() => new Promise<void>((resolve) => server.close(() => resolve())));
test.before.each(() => {
  seen.length = 0;
});

test("posts the body with the token", async () => {
  const answer = await post({ url: new URL(`http://127.0.0.1:${port()}/fire?mode=sync`) });
  assert.is(await text(answer), "done");
  const { request, body } = seen[0] as Seen;
  assert.is(`${request.method} ${request.url}`, "POST /fire?mode=sync");
  assert.is(request.headers.authorization, "Bearer the-token");
  assert.is(body, '{"a":"é"}');
});

test("uses a connection that is there, whatever the address is", async () => {
  const connection = connect(port(), "127.0.0.1");
  const answer = await post({ url: new URL("http://operator.invalid:8092/fire"), connection });
  assert.is(await text(answer), "done");
  assert.is(seen[0]?.request.headers.host, "operator.invalid:8092");
  connection.destroy();
});

test("follows no redirect: the token is for this address", async () => {
  const answer = await post({ url: new URL(`http://127.0.0.1:${port()}/moved`) });
  answer.resume();
  assert.is(answer.statusCode, 302);
  assert.is(seen.length, 1);
});

test("says where nobody answers, without the token", async () => {
  const error = await post({ url: new URL("http://127.0.0.1:1/fire") }).catch((thrown: unknown) => thrown);
  assert.instance(error, CliError);
  assert.match((error as CliError).message, "at http://127.0.0.1:1 can't be reached: ECONNREFUSED");
});

test("ends with its signal", async () => {
  const signal = AbortSignal.abort();
  const url = new URL(`http://127.0.0.1:${port()}/fire`);
  const error = await post({ url, signal }).catch((thrown: unknown) => thrown);
  assert.is((error as Error).name, "AbortError");
});

test.run();
