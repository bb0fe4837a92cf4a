import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { buildBundles } from "../../pack/build-bundles.ts";
import { BUNDLES, NOTICES_FILE } from "../../pack/bundles.ts";
import { readStages, textsOf } from "../support/dockerfile.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const test = suite("buildBundles");

const temporary = temporaryFolder();
const folder = temporary.path;
const built = await buildBundles(folder);
const file = (name: string) => join(folder, `${name}.js`);

test.after(() => temporary[Symbol.dispose]());

test("makes each process of the image one file", () => {
  for (const [index, { name, isSplit }] of BUNDLES.entries()) {
    assert.ok(existsSync(file(name)), name);
    const others = globSync(`${folder}/${name}/*`);
    assert.is(others.length > 0, isSplit, name);
    if (!isSplit) assert.is(built[index]?.outputFiles.length, 1, name);
  }
});

test("brings all code along but Node's own", () => {
  const outside = built
    .flatMap(({ metafile }) => Object.values(metafile.outputs))
    .flatMap(({ imports }) => imports)
    .filter(({ external, kind }) => external === true && kind !== "require-call")
    .map(({ path }) => path);
  for (const path of outside) assert.match(path, /^(node:)?[a-z_/0-9]+$/);
});

test("makes the image's processes of nothing but what the Dockerfile's build copies", () => {
  const [build] = readStages(readFileSync("Dockerfile", "utf8"));
  const copied = textsOf(build, "COPY").flatMap((line) => line.split(/\s+/).slice(0, -1));
  for (const [index, { isSplit }] of BUNDLES.entries()) {
    const inputs = isSplit ? [] : Object.keys(built[index]?.metafile.inputs ?? {});
    for (const path of inputs.filter((each) => !each.startsWith("node_modules/")))
      assert.ok(copied.includes(path.split("/")[0] ?? ""), path);
  }
});

test("has the CLI load what Node 20 lacks only with the command that needs it", () => {
  const outputs = Object.entries(
    built.find((_, at) => BUNDLES[at]?.name === "tocsin")?.metafile.outputs ?? {},
  );
  const entry = outputs.find(([, { entryPoint }]) => entryPoint === "runtime/cli/main.ts")?.[0] ?? "";
  const reached = new Set<string>();
  const reach = (path: string): void => {
    if (reached.has(path)) return;
    reached.add(path);
    const output = outputs.find(([name]) => name === path)?.[1];
    for (const { kind, path: next } of output?.imports ?? []) if (kind === "import-statement") reach(next);
  };
  reach(entry);
  assert.ok(reached.size > 1);
  assert.not.ok(reached.has("node:sqlite"));
});

test("loads no package lazily that gives its default export alone, as CommonJS does where files are split", () => {
  const lazy = built.flatMap(({ metafile }, at) =>
    BUNDLES[at]?.isSplit === true ? Object.values(metafile.outputs) : [],
  );
  const packages = lazy.filter(({ entryPoint }) => entryPoint?.startsWith("node_modules/"));
  assert.ok(packages.length > 0);
  for (const { entryPoint, exports } of packages) assert.is.not(exports.join(), "default", entryPoint);
});

test("writes down the licence of every package", () => {
  const notices = readFileSync(join(folder, NOTICES_FILE), "utf8");
  for (const name of ["tsyringe", "@kubernetes/client-node", "hono", "eta"])
    assert.match(notices, `\n${name} `);
  assert.match(notices, "Permission is hereby granted");
});

test("names no path of the machine that it was made on", () => {
  for (const path of globSync(`${folder}/**/*.js`))
    assert.not.match(readFileSync(path, "utf8"), process.cwd());
});

test("makes the CLI a program that lists its commands", () => {
  assert.match(readFileSync(file("tocsin"), "utf8"), /^#!\/usr\/bin\/env node\n/);
  assert.match(
    execFileSync(process.execPath, [file("tocsin"), "--help"], { encoding: "utf8" }),
    "standalone",
  );
});

test("makes a standalone system that starts, serves and stops", async () => {
  const ports = ["API", "WEBHOOK", "METRICS", "STAND_IN"].map((name) => [`TOCSIN_${name}_PORT`, "0"]);
  const example = "dist/examples/research-desk.k8s.yaml";
  const child = spawn(process.execPath, [file("tocsin"), "standalone", "--apply", example], {
    env: { PATH: process.env["PATH"], ...Object.fromEntries(ports), TOCSIN_DATA: join(folder, "data") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new Error(`it has ended: ${said}`)));
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString("utf8");
      if (said.includes("Ctrl-C stops it")) resolve();
    });
  });
  const metrics = /metrics {3}(\S+)/.exec(said)?.[1] ?? "";
  assert.match(await (await fetch(metrics)).text(), "tocsin_leader");
  child.kill("SIGTERM");
  assert.equal(await once(child, "exit"), [0, null]);
});

test.run();
