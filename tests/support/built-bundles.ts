import { buildBundles } from "../../pack/build-bundles.ts";
import { BUNDLE_FOLDER } from "../../pack/bundles.ts";

let building: Promise<unknown> | undefined;

/** The product's processes as they are published, each a file of JavaScript: built once a process. */
export async function builtBundles(): Promise<{ readonly tocsin: string; readonly operator: string }> {
  building ??= buildBundles(BUNDLE_FOLDER);
  await building;
  return { tocsin: `${BUNDLE_FOLDER}/tocsin.js`, operator: `${BUNDLE_FOLDER}/operator.js` };
}
