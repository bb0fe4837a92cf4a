/** Makes what `npm pack` packs: the library as JavaScript, and the bundles. */
import { buildBundles } from "./build-bundles.ts";
import { buildLibrary } from "./build-library.ts";
import { BUNDLE_FOLDER } from "./bundles.ts";

await Promise.all([buildLibrary(), buildBundles(BUNDLE_FOLDER)]);
