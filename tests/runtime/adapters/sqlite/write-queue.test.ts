import type { DatabaseSync } from "node:sqlite";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Change } from "../../../../runtime/adapters/sqlite/change.ts";
import { openDatabase } from "../../../../runtime/adapters/sqlite/open-database.ts";
import { asStoreError } from "../../../../runtime/adapters/sqlite/sqlite-error.ts";
import type { Transaction } from "../../../../runtime/adapters/sqlite/transaction.ts";
import { WriteQueue } from "../../../../runtime/adapters/sqlite/write-queue.ts";
import { FakeClock } from "../../../support/fake-clock.ts";

const test = suite("WriteQueue");

function aQueue() {
  const database = openDatabase(":memory:");
  database.exec("CREATE TABLE notes (text TEXT)");
  const commits: (readonly Change[])[] = [];
  const clock = new FakeClock();
  const queue = new WriteQueue(database, clock, (changes) => commits.push(changes));
  const insert = database.prepare("INSERT INTO notes (text) VALUES (?)");
  const note = (text: string) => (transaction: Transaction) => {
    insert.run(text);
    return transaction.record({ type: "ADDED", kind: "notes", namespace: "", name: text, body: "{}" });
  };
  return { database, clock, commits, queue, note, notes: () => notesIn(database) };
}

function notesIn(database: DatabaseSync): readonly unknown[] {
  return database
    .prepare("SELECT text FROM notes ORDER BY rowid")
    .all()
    .map((row) => row["text"]);
}

test("commits all writes of one turn at once, in order", async () => {
  const { commits, queue, note } = aQueue();
  const versions = await Promise.all(["a", "b", "c"].map((text) => queue.submit(note(text))));
  assert.equal(versions, [1, 2, 3]);
  assert.equal(
    commits.map((changes) => changes.map(({ name }) => name)),
    [["a", "b", "c"]],
  );
  assert.is(queue.version, 3);
});

test("answers nobody before the commit", async () => {
  const { database, queue, note } = aQueue();
  const isInside = await queue.submit(note("a")).then(() => database.isTransaction);
  assert.is(isInside, false);
});

test("undoes a write that throws, and no other", async () => {
  const { queue, note, notes } = aQueue();
  const failing = queue.submit((transaction) => {
    note("b")(transaction);
    throw new Error("refused");
  });
  const [first, second, third] = await Promise.allSettled([
    queue.submit(note("a")),
    failing,
    queue.submit(note("c")),
  ]);
  assert.equal(notes(), ["a"].concat("c"));
  assert.equal(first, { status: "fulfilled", value: 1 });
  assert.is(second.status, "rejected");
  assert.equal(third, { status: "fulfilled", value: 2 });
});

test("tries a write without keeping it", async () => {
  const { queue, note, notes, commits } = aQueue();
  const [tried, kept] = await Promise.all([queue.submit(note("a"), true), queue.submit(note("b"))]);
  assert.equal([tried, kept], [1, 1]);
  assert.equal(notes(), ["b"]);
  assert.equal(
    commits.flat().map(({ name }) => name),
    ["b"],
  );
});

test("splits what is too much for one transaction", async () => {
  const { queue, note, commits } = aQueue();
  await Promise.all(Array.from({ length: 1_100 }, (_, index) => queue.submit(note(String(index)))));
  assert.equal(
    commits.map(({ length }) => length),
    [512, 512, 76],
  );
});

test("commits early what takes long, so that other work gets its turn, and goes on with the rest in order", async () => {
  const { clock, queue, note, notes, commits } = aQueue();
  const slow = (text: string) => (transaction: Transaction) => {
    clock.advance(6);
    return note(text)(transaction);
  };
  let turns = 0;
  const writes = Promise.all(["a", "b", "c", "d", "e"].map((text) => queue.submit(slow(text))));
  const turn = () => {
    turns += 1;
    if (queue.version < 5) setImmediate(turn);
  };
  setImmediate(turn);
  assert.equal(await writes, [1, 2, 3, 4, 5]);
  assert.equal(
    commits.map(({ length }) => length),
    [2, 2, 1],
  );
  assert.ok(turns >= 2, "nothing else had a turn");
  assert.equal(notes(), ["a", "b", "c", "d", "e"]);
});

test("says that the disk is full, keeps what was written, and goes on when there is room", async () => {
  const { database, queue, note, notes } = aQueue();
  await queue.submit(note("a"));
  const pages = Number(database.prepare("PRAGMA page_count").get()?.["page_count"]);
  database.exec(`PRAGMA max_page_count = ${pages}`);
  const big = "x".repeat(100_000);
  const [error] = (await Promise.allSettled([queue.submit(note(big))])) as PromiseRejectedResult[];
  assert.match(asStoreError(error?.reason).message, "the store's file can't be read or written now");
  assert.ok(asStoreError(error?.reason).isTransient);
  assert.is(queue.version, 1);
  database.exec(`PRAGMA max_page_count = ${pages + 1_000}`);
  assert.is(await queue.submit(note(big)), 2);
  assert.equal(notes(), ["a", big]);
});

test("rejects all writes of a transaction that can't be committed, and keeps none", async () => {
  const { database, queue, note, notes, commits } = aQueue();
  await queue.submit(note("a"));
  database.exec("CREATE TABLE parents (id INTEGER PRIMARY KEY)");
  database.exec("CREATE TABLE children (parent REFERENCES parents DEFERRABLE INITIALLY DEFERRED)");
  database.exec("PRAGMA foreign_keys = ON");
  const breaking = queue.submit(() => database.exec("INSERT INTO children VALUES (7)"));
  const results = await Promise.allSettled([queue.submit(note("b")), breaking]);
  assert.equal(
    results.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  assert.equal(notes(), ["a"]);
  assert.is(commits.length, 1);
  assert.is(await queue.submit(note("c")), 2);
});

test("carries out everything at once when it drains", async () => {
  const { queue, note, notes } = aQueue();
  const writes = [queue.submit(note("a")), queue.submit(note("b"))];
  queue.drain();
  assert.equal(notes(), ["a", "b"]);
  await Promise.all(writes);
});

test.run();
