import type { KubeObject } from "../../lib/api/object.ts";
import type { ListOptions, Page, Store, WatchEvent, WatchOptions } from "../../runtime/ports/store.ts";

type Watch<T extends KubeObject> = {
  readonly from: string | undefined;
  readonly signal: AbortSignal;
  /** Reports a change, also after the watch was ended: a careless adapter might. */
  readonly report: (change: WatchEvent<T>) => void;
  readonly breakOff: (error: Error) => void;
  readonly end: () => void;
};

/** A store whose lists and watches go as a test says, one call at a time. */
export class ScriptedStore<T extends KubeObject> {
  /** Lists that wait for an answer, and what they asked for. */
  readonly lists: { readonly options: ListOptions; readonly answer: (page: Page<T> | Error) => void }[] = [];
  readonly watches: Watch<T>[] = [];

  /** Itself as a store; reads and writes of single objects are not for it. */
  get asStore(): Store {
    return this as unknown as Store;
  }

  list(_type: unknown, options: ListOptions = {}): Promise<Page<T>> {
    return new Promise((resolve, reject) => {
      const answer = (page: Page<T> | Error) => (page instanceof Error ? reject(page) : resolve(page));
      this.lists.push({ options, answer });
    });
  }

  watch(_type: unknown, { resourceVersion: from, signal }: WatchOptions): AsyncIterable<WatchEvent<T>> {
    const changes: (WatchEvent<T> | Error | "end")[] = [];
    let wake = () => {};
    const add = (change: WatchEvent<T> | Error | "end") => {
      changes.push(change);
      wake();
    };
    signal.addEventListener("abort", () => add("end"), { once: true });
    this.watches.push({ from, signal, report: add, breakOff: add, end: () => add("end") });
    return {
      async *[Symbol.asyncIterator]() {
        for (;;) {
          const change = changes.shift();
          if (change === "end") return;
          if (change instanceof Error) throw change;
          if (change !== undefined) yield change;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      },
    };
  }
}
