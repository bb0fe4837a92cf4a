import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Built, buildBundle } from "./build-bundle.ts";
import { BUNDLES, type Bundle, MANIFEST_FILE, NOTICES_FILE } from "./bundles.ts";
import { thirdParty } from "./third-party.ts";

/**
 * Empties a folder and writes bundles into it, with the licences of what they contain. Where one of them can't be
 * built, the folder stays as it is.
 */
export async function buildBundles(folder: string, bundles: readonly Bundle[] = BUNDLES): Promise<Built[]> {
  const built = await Promise.all(bundles.map((bundle) => buildBundle(bundle, folder)));
  const notices = thirdParty(built.flatMap(({ metafile }) => Object.keys(metafile.inputs)));
  rmSync(folder, { recursive: true, force: true });
  for (const { path, contents } of built.flatMap(({ outputFiles }) => outputFiles)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
  for (const { name } of bundles) chmodSync(join(folder, `${name}.js`), 0o755);
  writeFileSync(join(folder, NOTICES_FILE), notices);
  writeFileSync(join(folder, MANIFEST_FILE), manifest());
  return built;
}

function manifest(): string {
  const { name, version, license } = JSON.parse(readFileSync("package.json", "utf8"));
  return `${JSON.stringify({ name, version, license, private: true, type: "module" })}\n`;
}
