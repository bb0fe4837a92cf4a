import { createHash } from "node:crypto";
import { GROUP, VERSION } from "../../../lib/api/group.ts";
import { openapiPaths } from "./openapi-paths.ts";
import { openapiSchemas } from "./openapi-schemas.ts";
import { kindsOf } from "./served-kinds.ts";

const ROOT = "/openapi/v3";
/** Each document's name in the index, which is the group version's own path. */
const GROUP_VERSIONS: readonly (readonly [path: string, group: string, version: string])[] = [
  ["api/v1", "", "v1"],
  [`apis/${GROUP}/${VERSION}`, GROUP, VERSION],
];

/** The OpenAPI v3 index and the documents it leads to, as JSON texts by their paths. Made once, on demand. */
export function openapiTexts(): ReadonlyMap<string, string> {
  known ??= writeTexts();
  return known;
}

let known: ReadonlyMap<string, string> | undefined;

function writeTexts(): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const paths: Record<string, { serverRelativeURL: string }> = {};
  for (const [path, group, version] of GROUP_VERSIONS) {
    const kinds = kindsOf(group, version);
    const text = JSON.stringify({
      openapi: "3.0.0",
      info: { title: "Tocsin standalone", version: "v1.32.0" },
      paths: openapiPaths(kinds),
      components: { schemas: openapiSchemas(kinds) },
    });
    texts.set(`${ROOT}/${path}`, text);
    // Clients keep a document for as long as its hash stays the same.
    const hash = createHash("sha256").update(text).digest("hex");
    paths[path] = { serverRelativeURL: `${ROOT}/${path}?hash=${hash}` };
  }
  return texts.set(ROOT, JSON.stringify({ paths }));
}
