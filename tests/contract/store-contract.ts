import { suite } from "uvu";
import { admission } from "./store/admission.ts";
import { creating } from "./store/creating.ts";
import { deleting } from "./store/deleting.ts";
import { keepingCoreKinds } from "./store/keeping-core-kinds.ts";
import { listing } from "./store/listing.ts";
import { replacing } from "./store/replacing.ts";
import { type OpenedStore, Subject, type Topic } from "./store/subject.ts";
import { watching } from "./store/watching.ts";
import { watchingSelections } from "./store/watching-selections.ts";

const topics: Readonly<Record<string, Topic>> = {
  creating,
  admission,
  replacing,
  deleting,
  listing,
  watching,
  "watching selections": watchingSelections,
  "core kinds": keepingCoreKinds,
};

/**
 * What every {@link Store} does, whatever it is made of. Nothing here takes for granted that the store is
 * alone, or that garbage collection is immediate.
 */
export function storeContract(name: string, open: () => Promise<OpenedStore>): void {
  for (const [topic, define] of Object.entries(topics)) {
    let opened: OpenedStore | undefined;
    const test = suite(`${name}: ${topic}`);
    test.before(async () => {
      opened = await open();
    });
    test.after(() => opened?.close());
    define(test, new Subject(() => opened));
    test.run();
  }
}
