import { globSync, readFileSync } from "node:fs";
import { parseAllDocuments } from "yaml";

/** An object as a file of manifests holds it. */
export type ManifestFile = {
  readonly file: string;
  readonly objects: readonly (Readonly<Record<string, unknown>> & {
    readonly kind: string;
    readonly metadata: Readonly<Record<string, unknown>> & { readonly name: string };
    readonly spec: Readonly<Record<string, unknown>>;
  })[];
};

/** Reads the manifests of a folder, not of the folders in it. */
export function manifestsIn(folder: string): ManifestFile[] {
  return globSync(`${folder}/*.k8s.yaml`)
    .sort()
    .map((file) => ({
      file,
      objects: parseAllDocuments(readFileSync(file, "utf8")).map((document) => document.toJS()),
    }));
}
