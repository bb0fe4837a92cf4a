/**
 * The least that could do the same: node:http, and an INSERT of the same row into the same table of the same kind of
 * file, acknowledged when it is on disk. It checks nothing. Commits each row by itself, or (`together`) all rows of a
 * turn of the event loop at once.
 */
import { randomBytes } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { openDatabase } from "../../../runtime/adapters/sqlite/open-database.ts";
import { say, told } from "../load/child.ts";

const [dataFolder = "", mode = "each", template = ""] = process.argv.slice(2);
const database = openDatabase(join(dataFolder, "bare.db"));
const insert = database.prepare(
  "INSERT INTO objects (kind, namespace, name, uid, version, body, expires) VALUES (?, ?, ?, ?, ?, ?, ?)",
);
const link = database.prepare("INSERT OR IGNORE INTO owners (owner, dependent) VALUES (?, ?)");
const count = database.prepare("UPDATE counter SET version = ?");
let version = 0;
let waiting: { readonly text: string; readonly response: ServerResponse }[] = [];

function store(text: string): string {
  const { topic } = JSON.parse(text) as { topic: string };
  const id = randomBytes(10).toString("hex");
  version += 1;
  const body = template.replace("TOPIC", topic).replaceAll("NAME", id);
  const { lastInsertRowid } = insert.run("agentruns.tocsin.dev", "default", id, id, version, body, null);
  link.run("owner", lastInsertRowid);
  return JSON.stringify({ taskID: id, fired: true });
}

function commit(calls: typeof waiting): void {
  database.exec("BEGIN IMMEDIATE");
  const answers = calls.map(({ text }) => store(text));
  count.run(version);
  database.exec("COMMIT");
  for (const [index, { response }] of calls.entries()) {
    response.writeHead(202, { "content-type": "application/json" }).end(answers[index]);
  }
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const call = { text: Buffer.concat(chunks).toString("utf8"), response };
    if (mode === "each") return commit([call]);
    waiting.push(call);
    if (waiting.length > 1) return;
    setImmediate(() => {
      const calls = waiting;
      waiting = [];
      commit(calls);
    });
  });
});
server.listen(0, "127.0.0.1", () => {
  say({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
await told();
server.closeAllConnections();
server.close();
database.close();
