/** The commands of docs/examples.md, each run as it stands, on a standalone system. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { applyManifests } from "../../runtime/composition/apply-manifests.ts";
import { TestSystem } from "../support/a-system.ts";
import { blocksOf } from "../support/published/document-blocks.ts";

const test = suite("docs/examples.md");

const [setUp = "", ...blocks] = blocksOf("docs/examples.md", "sh");
const system = await TestSystem.start();
test.after(() => system.stop());
const apply = (file: string) => applyManifests(system.store, readFileSync(file, "utf8"));
// `npm start` does.
await apply("dist/examples/research-desk.k8s.yaml");

/** The alias, with its words; the folder is this one. */
const [node = "", ...words] =
  /alias tocsin="(.*)"/.exec(setUp)?.[1]?.replaceAll("$PWD", process.cwd()).split(" ") ?? [];

async function play(command: string): Promise<string> {
  const file = /^kubectl apply -f (\S+)$/.exec(command)?.[1];
  if (file !== undefined) return (await apply(file)).map(({ object }) => object.kind).join(" ");
  assert.match(command, /^tocsin /);
  const said = await promisify(execFile)(
    "sh",
    ["-c", `"$@" ${command.slice("tocsin ".length)}`, "sh", node, ...words],
    {
      env: { ...process.env, KUBECONFIG: system.standalone.kubeconfig },
    },
  );
  return said.stdout;
}

test("sets a shell up for the commands of a clone", () => {
  assert.match(setUp, "export KUBECONFIG=$PWD/.tocsin/kubeconfig\n");
  assert.match(node, /node_modules\/\.bin\/node$/);
});

for (const command of blocks.flatMap((block) => block.trim().split("\n"))) {
  test(`can have said: ${command}`, async () => {
    assert.is.not((await play(command)).trim(), "");
  });
}

test.run();
