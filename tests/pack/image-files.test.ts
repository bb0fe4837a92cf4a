import { existsSync, readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseAllDocuments } from "yaml";
import { AGENT_COMMAND } from "../../lib/api/agent-pod.ts";
import { BUNDLES } from "../../pack/bundles.ts";
import { IMAGE, IMAGE_FILES } from "../../pack/image-files.ts";
import { copiesOf, readStages, textsOf } from "../support/dockerfile.ts";

const test = suite("IMAGE_FILES");

const text = readFileSync("Dockerfile", "utf8");
const stages = readStages(text);
const [build, image] = stages;
const copied = textsOf(build, "COPY").flatMap((line) => line.split(/\s+/).slice(0, -1));

test("are what the Dockerfile's last stage copies, from where its first stage makes them", () => {
  assert.is(stages.length, 2);
  assert.equal(textsOf(build, "WORKDIR"), ["/src"]);
  assert.equal(
    copiesOf(image, IMAGE.workingFolder).sort(),
    IMAGE_FILES.map(({ source, path }) => [`/src/${source}`, path]).sort(),
  );
  assert.ok(textsOf(image, "COPY").every((line) => line.startsWith("--from=build ")));
  assert.is(textsOf(build, "RUN").at(-1), "npm run bundle");
});

test("hold one file a process and nothing of the CLI", () => {
  const programs = IMAGE_FILES.filter(({ path }) => path.endsWith(".js")).map(({ path }) => path);
  assert.ok(programs.includes("/app/operator.js"));
  assert.not.ok(programs.includes("/app/tocsin.js"));
  assert.ok(programs.includes(IMAGE.command[1]));
});

test("run as the Dockerfile says: user, folder, environment, ports and command", () => {
  assert.equal(textsOf(image, "USER"), [`${IMAGE.userID}:${IMAGE.userID}`]);
  assert.ok(IMAGE.userID > 0);
  assert.equal(textsOf(image, "WORKDIR"), [IMAGE.workingFolder]);
  const environment = Object.entries(IMAGE.environment).map(([name, value]) => `${name}=${value}`);
  assert.equal(textsOf(image, "ENV"), [environment.join(" ")]);
  assert.equal(textsOf(image, "EXPOSE"), [IMAGE.ports.join(" ")]);
  assert.equal(
    textsOf(image, "CMD").map((line) => JSON.parse(line)),
    [IMAGE.command],
  );
});

test("hold what the Deployments of the operator and of agents start", () => {
  const objects = parseAllDocuments(readFileSync("dist/operator.k8s.yaml", "utf8")).map((each) =>
    each.toJS(),
  );
  const deployment = objects.find(({ kind }) => kind === "Deployment");
  assert.equal(deployment.spec.template.spec.containers[0].command, IMAGE.command);
  const paths = IMAGE_FILES.map(({ path }) => path);
  assert.ok(paths.includes(AGENT_COMMAND[1] ?? ""));
});

test("run on the Node that their bundles are made for, from no registry in particular", () => {
  assert.equal(textsOf(build, "FROM"), [`--platform=linux/amd64 ${IMAGE.base} AS build`]);
  assert.equal(textsOf(image, "FROM"), [IMAGE.base]);
  for (const { node, isSplit } of BUNDLES) if (!isSplit) assert.match(IMAGE.base, `node:${node}-`);
});

test("are made in a build that .dockerignore lets in all that it copies, and nothing else", () => {
  for (const path of copied) assert.ok(existsSync(path), path);
  const ignored = readFileSync(".dockerignore", "utf8").split("\n");
  assert.ok(ignored.includes("*"));
  const admitted = ignored.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  assert.equal(admitted.sort(), [...new Set(copied.map((path) => path.split("/")[0]))].sort());
});

test.run();
