import { GROUP, VERSION } from "../../../lib/api/group.ts";
import { kindsOf, type ServedKind } from "./served-kinds.ts";

const VERBS = ["create", "delete", "get", "list", "patch", "update", "watch"];
const STATUS_VERBS = ["get", "patch", "update"];
const GROUP_VERSION = { groupVersion: `${GROUP}/${VERSION}`, version: VERSION };
const API_GROUP = { name: GROUP, versions: [GROUP_VERSION], preferredVersion: GROUP_VERSION };

/** What `/version` says: as which Kubernetes clients may treat this server. */
const VERSION_INFO = {
  major: "1",
  minor: "32",
  gitVersion: "v1.32.0+tocsin",
  gitCommit: "",
  gitTreeState: "clean",
  buildDate: "2026-01-01T00:00:00Z",
  goVersion: "",
  compiler: "",
  platform: "standalone",
};

/** The documents by which clients find out what is served. */
export const DISCOVERY: Readonly<Record<string, unknown>> = {
  "/version": VERSION_INFO,
  "/api": { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs: [] },
  "/apis": { kind: "APIGroupList", apiVersion: "v1", groups: [API_GROUP] },
  [`/apis/${GROUP}`]: { kind: "APIGroup", apiVersion: "v1", ...API_GROUP },
  "/api/v1": resourceList("v1", kindsOf("", "v1")),
  [`/apis/${GROUP}/${VERSION}`]: resourceList(`${GROUP}/${VERSION}`, kindsOf(GROUP, VERSION)),
};

function resourceList(groupVersion: string, kinds: readonly ServedKind[]) {
  const resources = kinds.flatMap((served) => [resource(served), ...statusOf(served)]);
  return { kind: "APIResourceList", apiVersion: "v1", groupVersion, resources };
}

function resource({ type, categories }: ServedKind) {
  return {
    name: type.plural,
    singularName: type.singular,
    namespaced: type.isNamespaced,
    kind: type.kind,
    verbs: VERBS,
    ...(type.shortNames.length > 0 && { shortNames: type.shortNames }),
    ...(categories.length > 0 && { categories }),
  };
}

function statusOf({ type }: ServedKind) {
  if (!type.hasStatus) return [];
  const name = `${type.plural}/status`;
  return [{ name, singularName: "", namespaced: type.isNamespaced, kind: type.kind, verbs: STATUS_VERBS }];
}
