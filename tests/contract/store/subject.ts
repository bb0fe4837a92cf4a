import type { Test } from "uvu";
import { NamespaceType } from "../../../lib/api/core-types.ts";
import type { Store } from "../../../runtime/ports/store.ts";

/** A store that a suite works on, and how to let go of it. */
export type OpenedStore = { readonly store: Store; close(): Promise<void> };

/** A part of the contract: adds its tests to a suite. */
export type Topic = (test: Test, subject: Subject) => void;

/** The store under test. Each test works in a namespace of its own, so stores may be shared and kept. */
export class Subject {
  readonly #opened: () => OpenedStore | undefined;

  constructor(opened: () => OpenedStore | undefined) {
    this.#opened = opened;
  }

  get store(): Store {
    const opened = this.#opened();
    if (opened === undefined) throw new Error("the store is not open");
    return opened.store;
  }

  /** Makes a namespace that no other test knows of. */
  async namespace(): Promise<string> {
    const name = `contract-${crypto.randomUUID()}`;
    await this.store.create(NamespaceType, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
    return name;
  }
}
