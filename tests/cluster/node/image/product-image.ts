import { copyFileSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DEFAULT_IMAGE } from "../../../../lib/api/group.ts";
import { IMAGE, IMAGE_FILES } from "../../../../pack/image-files.ts";
import { builtBundles } from "../../../support/built-bundles.ts";
import type { Report } from "../../control-plane/binaries/build-binary.ts";
import { ClusterFolder } from "../../control-plane/cluster-folder.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import type { TestNode } from "../test-node.ts";
import { layOutBase } from "./base-layer.ts";
import { packImage } from "./image-archive.ts";

/** What dist/ calls the image. */
export const PRODUCT_IMAGE = DEFAULT_IMAGE;
/** The same image by a second name, as a rolling update needs it. */
export const NEXT_PRODUCT_IMAGE = "tocsin:next";

/** Where slim images of Node have it, and where a shell would look for it. */
const PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const BYTES_PER_MB = 1_000_000;

/**
 * Builds the product's image as its Dockerfile does, from the bundles of this checkout, and imports it.
 *
 * @param names what it is called
 */
export async function importProduct(
  plane: ControlPlane,
  node: TestNode,
  names: readonly string[],
  report: Report,
): Promise<void> {
  const startedAt = performance.now();
  await builtBundles();
  const folder = new ClusterFolder(plane.folder);
  const layers = ["base", "app"].map((name) => folder.at("images", "product", name));
  const [base = "", app = ""] = layers;
  for (const layer of layers) mkdirSync(layer, { recursive: true, mode: 0o755 });
  // The runtime of this process is not always the one of the image: npm brings Node 24 for the project.
  if (!existsSync(join(base, "etc"))) await layOutBase(base, process.execPath);
  for (const { path, source } of IMAGE_FILES) {
    mkdirSync(dirname(join(app, path)), { recursive: true });
    copyFileSync(source, join(app, path));
  }
  const variables = Object.entries(IMAGE.environment).map(([name, value]) => `${name}=${value}`);
  const config = {
    user: `${IMAGE.userID}:${IMAGE.userID}`,
    command: IMAGE.command,
    environment: [PATH, ...variables],
    workingFolder: IMAGE.workingFolder,
  };
  const archive = await packImage({ ...config, names }, layers, folder.at("images", "product"));
  await node.importImage(archive);
  const megabytes = Math.round(statSync(archive).size / BYTES_PER_MB);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  report(`image of ${megabytes} MB built and imported in ${seconds} s: ${names.join(", ")}`);
}
