import { storeContract } from "../../../contract/store-contract.ts";
import { openStore } from "../../../support/open-store.ts";

storeContract("SqliteStore in memory", async () => {
  const store = await openStore();
  return { store, close: () => store.close() };
});
