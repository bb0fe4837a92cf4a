import { apiVersionOf } from "../../../lib/api/resource-type.ts";
import type { KubeAnswer, KubeClient } from "../../cluster/control-plane/kube-client.ts";
import type { KindCases, ResourceCase } from "../../support/resource-cases/resource-case.ts";

/** What a write came to on an API server: the fields that were refused, or what was stored. */
export type ServerJudgement = {
  readonly flaws: readonly string[];
  readonly stored?: unknown;
  readonly details: string;
};

type Body = {
  readonly message?: string;
  readonly details?: { readonly causes?: readonly { readonly field: string; readonly message: string }[] };
};

/** Lets an API server judge a case in a namespace, and leaves no object behind. */
export async function judgeByServer(
  client: KubeClient,
  namespace: string,
  kind: KindCases,
  given: ResourceCase,
): Promise<ServerJudgement> {
  const { definition, minimalSpec } = kind;
  const { group, version, plural } = definition;
  const collection = `/apis/${group}/${version}/namespaces/${namespace}/${plural}`;
  const name = given.objectName ?? "subject";
  const path = `${collection}/${name}`;
  const object = (spec: unknown, metadata: object = { name }) => ({
    apiVersion: apiVersionOf(definition),
    kind: definition.kind,
    metadata,
    spec,
  });
  const create = (spec: unknown) => client.send(collection, { method: "POST", body: object(spec) });

  try {
    if (given.status === undefined && given.replaces === undefined)
      return judgement(await create(given.spec), "spec");
    const old = await create(given.status === undefined ? given.replaces : minimalSpec);
    const { metadata, spec } = old.body as { metadata: object; spec: unknown };
    if (old.status !== CREATED)
      throw new Error(`the case needs an object that is refused: ${detailsOf(old)}`);
    if (given.status === undefined)
      return judgement(
        await client.send(path, { method: "PUT", body: object(given.spec, metadata) }),
        "spec",
      );
    const body = { ...object(spec, metadata), status: given.status };
    return judgement(await client.send(`${path}/status`, { method: "PUT", body }), "status");
  } finally {
    await client.send(path, { method: "DELETE" });
  }
}

const CREATED = 201;
const UNPROCESSABLE = 422;

/**
 * What the server adds to a schema's refusal: that CEL rules were passed over, and, from the step that prepares
 * values for them, a type error that the schema has already named with its field.
 */
const ASIDES = ["some validation rules were not checked", "Checked value must be of type"];

function judgement(answer: KubeAnswer, part: "spec" | "status"): ServerJudgement {
  const details = detailsOf(answer);
  if (answer.status < 300)
    return { flaws: [], stored: (answer.body as Record<string, unknown>)[part], details };
  if (answer.status !== UNPROCESSABLE) throw new Error(details);
  const causes = (answer.body as Body).details?.causes ?? [];
  const flaws = causes.filter(({ message }) => !ASIDES.some((aside) => message.includes(aside)));
  return { flaws: flaws.map(({ field }) => (field === "<nil>" ? "" : field)).sort(), details };
}

function detailsOf({ status, body }: KubeAnswer): string {
  return `${status}: ${(body as Body).message ?? ""}`.slice(0, 2_000);
}
