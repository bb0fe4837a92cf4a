import { subscribe } from "node:diagnostics_channel";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HttpTasks } from "../../../../runtime/adapters/agents/http-tasks.ts";
import { HEARTBEAT_FRAME } from "../../../../runtime/domain/task/format-task-event.ts";
import { MAX_FRAME_UNITS } from "../../../../runtime/domain/task/task-limits.ts";
import { TaskError, type TaskEvent } from "../../../../runtime/ports/tasks.ts";
import { anEndpoint } from "../../../support/an-endpoint.ts";

const test = suite("HttpTasks against what is no agent's pod");
const SILENCE_MS = 200;
let server: Server;
let respond: (response: ServerResponse) => void;
let tasks: HttpTasks;

test.before.each(async () => {
  server = createServer((request, response) => {
    request.resume();
    respond(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  tasks = new HttpTasks(() => ({ baseURL, token: "t" }), { silenceMs: SILENCE_MS });
});
test.after.each(async () => {
  await tasks.close();
  server.closeAllConnections();
  server.close();
});

async function start(): Promise<TaskEvent[]> {
  const task = { id: "t-1", prompt: "", deadline: new Date("2026-01-01T00:00:00Z") };
  const events: TaskEvent[] = [];
  for await (const event of tasks.start(anEndpoint(), task, new AbortController().signal)) events.push(event);
  return events;
}

const refusalOf = async () => {
  const refused = await start().then(
    () => assert.unreachable("it was taken for an answer"),
    (error: unknown) => error,
  );
  assert.instance(refused, TaskError);
  return (refused as TaskError).refusal;
};

const answers = [
  { name: "an event of another kind", body: "event: hello\ndata: {}\n\n", refusal: "Gone" },
  { name: "an event that is no JSON", body: "event: token\ndata: {\n\n", refusal: "Gone" },
  { name: "an endless line", body: `data: ${"a".repeat(MAX_FRAME_UNITS)}`, refusal: "Gone" },
  {
    name: "endless output",
    body: 'event: token\ndata: {"text":"aaaaaaaaaaaaaaaa"}\n\n'.repeat(4_097),
    refusal: "Gone",
  },
  { name: "an end before the task's", body: 'event: token\ndata: {"text":"a"}\n\n', refusal: "Unreachable" },
];

const stream = { "Content-Type": "text/event-stream; charset=utf-8" };

test("waits for the end of a stream behind the task's end, to use the connection again", async () => {
  const connections = new Set<unknown>();
  const ends: (() => void)[] = [];
  respond = (response) => {
    connections.add(response.socket);
    response.writeHead(200, stream).write('event: result\ndata: {"output":"a"}\n\n');
    ends.push(() => response.end());
  };
  assert.is((await start()).length, 1);
  const ended = new Promise((resolve) => subscribe("undici:request:trailers", resolve));
  ends[0]?.();
  await ended;
  // The client is told of the end before its connection is free.
  await new Promise((resolve) => setImmediate(resolve));
  await start();
  assert.is(connections.size, 1);
});

test("is Gone after an HTML page", async () => {
  respond = (response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<html>ok</html>");
  assert.is(await refusalOf(), "Gone");
});

test("is Unreachable where the connection breaks in the middle", async () => {
  respond = (response) => {
    response.writeHead(200, stream).write('event: token\ndata: {"text":"a"}\n\n', () => response.destroy());
  };
  assert.is(await refusalOf(), "Unreachable");
});

for (const { name, body, refusal } of answers) {
  test(`is ${refusal} after ${name}`, async () => {
    respond = (response) => response.writeHead(200, stream).end(body);
    assert.is(await refusalOf(), refusal);
  });
}

const statuses = [
  [204, "Unreachable"],
  [302, "Unreachable"],
  [403, "Unreachable"],
  [404, "Unknown"],
  [500, "Unreachable"],
  [502, "Unreachable"],
] as const;

for (const [status, refusal] of statuses) {
  test(`is ${refusal} after HTTP ${status}`, async () => {
    respond = (response) =>
      response.writeHead(status, { Location: "/" }).end(status === 204 ? undefined : "no");
    assert.is(await refusalOf(), refusal);
  });
}

test("is Unreachable where no answer comes", async () => {
  respond = () => {};
  assert.is(await refusalOf(), "Unreachable");
});

test("is Unreachable where a stream falls silent, and stays where it shows signs of life", async () => {
  let beats = 0;
  respond = (response) => {
    response.writeHead(200, stream).write(HEARTBEAT_FRAME);
    const heart = setInterval(() => {
      response.write(HEARTBEAT_FRAME);
      beats++;
      if (beats === 6) clearInterval(heart);
    }, SILENCE_MS / 2);
  };
  assert.is(await refusalOf(), "Unreachable");
  assert.is(beats, 6);
});

test("reads a bounded part of an explanation that never ends", async () => {
  respond = (response) => {
    response.writeHead(400);
    const pour = setInterval(() => response.write("a".repeat(1_000)), 1);
    response.on("close", () => clearInterval(pour));
  };
  const [event] = await start();
  assert.ok(event?.type === "failure" && event.reason === "TaskRejected");
});

test.run();
