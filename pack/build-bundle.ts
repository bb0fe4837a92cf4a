import { type BuildResult, build } from "esbuild";
import type { Bundle } from "./bundles.ts";

/** Packages written as CommonJS ask for Node's own modules by `require`, which a module does not have. */
const REQUIRE = 'import{createRequire as $require}from"node:module";const require=$require(import.meta.url);';

/** The files of a bundle, not yet written, and what went into them. */
export type Built = BuildResult<{ write: false; metafile: true }>;

/**
 * Makes one bundle for a folder.
 * @throws BuildFailure, esbuild's, when a file can't be read or an import not be resolved.
 */
export function buildBundle({ name, entry, node, isSplit }: Bundle, folder: string): Promise<Built> {
  return build({
    entryPoints: { [name]: entry },
    outdir: folder,
    chunkNames: `${name}/[name]-[hash]`,
    bundle: true,
    splitting: isSplit,
    platform: "node",
    format: "esm",
    target: `node${node}`,
    minify: true,
    // Messages name functions and classes.
    keepNames: true,
    // All of them, with the whole texts of the licences, are in a file of their own.
    legalComments: "none",
    metafile: true,
    write: false,
    logLevel: "warning",
    banner: { js: REQUIRE },
  });
}
