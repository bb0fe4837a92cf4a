import { NONROOT_ID } from "../lib/api/agent-pod.ts";
import { AGENT_PORT, OPERATOR_METRICS_PORT, WEBHOOK_PORT } from "../lib/api/network.ts";
import { BUNDLE_FOLDER, BUNDLES, MANIFEST_FILE, NOTICES_FILE } from "./bundles.ts";

/** A file of the image besides those of its base. */
export type ImageFile = {
  /** Where it lies in the image. */
  readonly path: string;
  /** Where it comes from: a path from the project's folder, after `npm run bundle`. */
  readonly source: string;
};

/** Folder of all of the project's files in the image. */
const IMAGE_FOLDER = "/app";

/** What the image holds: one file a process, what makes them modules, and the licences. Nothing else. */
export const IMAGE_FILES: readonly ImageFile[] = [
  ...BUNDLES.filter(({ isSplit }) => !isSplit).map(({ name }) => fromBundles(`${name}.js`)),
  fromBundles(MANIFEST_FILE),
  fromBundles(NOTICES_FILE),
  { path: `${IMAGE_FOLDER}/LICENSE`, source: "LICENSE" },
];

/** How the image runs. The Dockerfile says the same, and a test compares. */
export const IMAGE = {
  /** Base of the last stage: Node, a libc, and little else. */
  base: "node:24-bookworm-slim",
  /** User and group. */
  userID: NONROOT_ID,
  workingFolder: IMAGE_FOLDER,
  environment: {
    NODE_ENV: "production",
    // V8 makes its young generation large and keeps it so; small ones halve the memory at no cost in speed here.
    NODE_OPTIONS: "--max-semi-space-size=8",
  },
  /** Ports of agents, of the operator's metrics and probes, and of webhooks. */
  ports: [AGENT_PORT, OPERATOR_METRICS_PORT, WEBHOOK_PORT],
  command: ["node", `${IMAGE_FOLDER}/operator.js`],
} as const;

function fromBundles(name: string): ImageFile {
  return { path: `${IMAGE_FOLDER}/${name}`, source: `${BUNDLE_FOLDER}/${name}` };
}
