import { join } from "node:path";
import { storeContract } from "../../../contract/store-contract.ts";
import { openStore } from "../../../support/open-store.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

storeContract("SqliteStore in a file", async () => {
  const folder = temporaryFolder();
  const store = await openStore({ path: join(folder.path, "store.db") });
  return {
    store,
    async close() {
      await store.close();
      folder[Symbol.dispose]();
    },
  };
});
