/** Writes every bundle: `npm run bundle`. */
import { statSync } from "node:fs";
import { buildBundles } from "./build-bundles.ts";
import { BUNDLE_FOLDER, BUNDLES } from "./bundles.ts";

await buildBundles(BUNDLE_FOLDER);
for (const { name } of BUNDLES) {
  const file = `${BUNDLE_FOLDER}/${name}.js`;
  console.log(`${file}  ${Math.ceil(statSync(file).size / 1_024)} KiB`);
}
