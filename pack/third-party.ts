import { globSync, readFileSync } from "node:fs";

/** A package whose code is in a bundle, and the terms under which it may be passed on. */
type Bundled = {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The text that has to go along, as the package brings it; empty where it brings none. */
  readonly text: string;
};

const PACKAGE_FOLDER = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;

/**
 * Writes down the licences of all packages that the given source files belong to, by name.
 * @throws Error for a package whose manifest names no licence: it must not be passed on unseen.
 */
export function thirdParty(files: readonly string[]): string {
  const folders = new Set(files.flatMap((file) => PACKAGE_FOLDER.exec(file)?.[0] ?? []));
  const packages = [...folders].map(readPackage).sort((a, b) => (titleOf(a) < titleOf(b) ? -1 : 1));
  const parts = new Map(packages.map((each) => [titleOf(each), partOf(each)]));
  return `This software contains code of these packages.\n\n${[...parts.values()].join("\n")}`;
}

function readPackage(folder: string): Bundled {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  if (typeof license !== "string") throw new Error(`${folder}/package.json names no licence`);
  const [file] = globSync(`${folder}/{LICENSE,LICENCE,License,license}*`);
  return { name, version, license, text: file === undefined ? "" : readFileSync(file, "utf8").trim() };
}

function titleOf({ name, version }: Bundled): string {
  return `${name} ${version}`;
}

function partOf(bundled: Bundled): string {
  const rule = "-".repeat(72);
  return `${rule}\n${titleOf(bundled)} (${bundled.license})\n\n${bundled.text}\n`;
}
