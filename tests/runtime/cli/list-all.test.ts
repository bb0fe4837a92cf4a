import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type EventRecord, EventRecordType } from "../../../lib/api/core-types.ts";
import { listAll } from "../../../runtime/cli/list-all.ts";
import type { ListOptions, Page, Store } from "../../../runtime/ports/store.ts";
import { StoreError, StoreErrorReason } from "../../../runtime/ports/store-error.ts";

const namesOf = (names: readonly string[]) =>
  names.map((name) => ({ metadata: { name } }) as unknown as EventRecord);

/** A store whose pages and refusals come one after the other; it notes what it was asked for. */
function paged(answers: readonly (Partial<Page<EventRecord>> | Error)[]) {
  const asked: ListOptions[] = [];
  const list = async (_: unknown, options: ListOptions) => {
    const answer = answers[asked.push(options) - 1];
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error("asked too often");
    return { items: [], resourceVersion: "1", ...answer };
  };
  return { store: { list } as unknown as Store, asked };
}
const listNames = (store: Store) =>
  listAll(store, EventRecordType, { namespace: "default" }, ({ metadata: { name } }) =>
    name === "dull" ? undefined : name,
  );
const expired = new StoreError(StoreErrorReason.expired, "too old");

const test = suite("listAll");

test("reads page after page, and keeps what is wanted of it", async () => {
  const { store, asked } = paged([
    { items: namesOf(["a", "dull"]), continueToken: "next" },
    { items: namesOf(["b"]) },
  ]);
  assert.equal(await listNames(store), ["a", "b"]);
  assert.equal(
    asked.map(({ continueToken }) => continueToken),
    [undefined, "next"],
  );
  assert.ok(asked.every(({ limit, namespace }) => limit !== undefined && namespace === "default"));
});

test("begins anew where the pages have become too old, and shows nothing twice", async () => {
  const { store } = paged([
    { items: namesOf(["a"]), continueToken: "next" },
    expired,
    { items: namesOf(["a", "b"]) },
  ]);
  assert.equal(await listNames(store), ["a", "b"]);
});

test("gives up after a few times", async () => {
  const { store, asked } = paged([expired, expired, expired]);
  const error = await listNames(store).catch((thrown: unknown) => thrown);
  assert.is(error, expired);
  assert.is(asked.length, 3);
});

test.run();
