import type { KubeClient } from "./kube-client.ts";

type Definition = {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly plural: string };
    readonly versions: readonly { readonly name: string; readonly served: boolean }[];
  };
};
type Instance = {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly finalizers?: readonly string[];
  };
};
type InstancePage = {
  readonly metadata: { readonly continue?: string };
  readonly items: readonly Instance[] | null;
};

const PAGE_SIZE = 500;
const PATCHES_AT_ONCE = 8;
const NAMES_ONLY = { Accept: "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1" };

/** Takes the finalizers off every instance of a custom resource, so that a deletion can end. */
export async function stripFinalizers(client: KubeClient, definitionName: string): Promise<void> {
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${definitionName}`;
  const definition = await client.tryGet<Definition>(path);
  const version = definition?.spec.versions.find(({ served }) => served)?.name;
  if (definition === undefined || version === undefined) return; // gone meanwhile
  const { group, names } = definition.spec;
  const base = `/apis/${group}/${version}`;
  let token = "";
  do {
    const query = `limit=${PAGE_SIZE}&continue=${encodeURIComponent(token)}`;
    const { status, body } = await client.send(`${base}/${names.plural}?${query}`, { headers: NAMES_ONLY });
    if (status !== 200) return; // gone meanwhile; any other reason is seen by whoever waits for the end
    const page = body as InstancePage;
    await patchAll(
      client,
      (page.items ?? [])
        .filter(({ metadata }) => (metadata.finalizers?.length ?? 0) > 0)
        .map(({ metadata: { namespace, name } }) =>
          namespace === undefined
            ? `${base}/${names.plural}/${name}`
            : `${base}/namespaces/${namespace}/${names.plural}/${name}`,
        ),
    );
    token = page.metadata.continue ?? "";
  } while (token !== "");
}

async function patchAll(client: KubeClient, paths: readonly string[]): Promise<void> {
  for (let first = 0; first < paths.length; first += PATCHES_AT_ONCE) {
    const some = paths.slice(first, first + PATCHES_AT_ONCE);
    const body = { metadata: { finalizers: null } };
    await Promise.all(some.map((path) => client.send(path, { method: "PATCH", body })));
  }
}
