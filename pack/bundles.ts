/** One process of the product as a file of JavaScript. */
export type Bundle = {
  /** Name of the file, without `.js`. */
  readonly name: string;
  readonly entry: string;
  /** Oldest Node that has to run it. */
  readonly node: string;
  /**
   * Whether what is imported lazily stays in files of its own, in a folder of the bundle's name. A process of the
   * image is one file; the CLI has to answer at once and loads each command when it is called.
   */
  readonly isSplit: boolean;
};

/** Folder that bundles are written to; git ignores it. */
export const BUNDLE_FOLDER = "out/bundle";

/** File with the licences of all packages whose code is in a bundle. */
export const NOTICES_FILE = "THIRD-PARTY.txt";

/** Manifest beside the bundles: it says that they are modules, in the image too. */
export const MANIFEST_FILE = "package.json";

/** Every bundle. A person's shell may have Node 20, and `kubectl tocsin` runs whatever the shell has. */
export const BUNDLES: readonly Bundle[] = [
  { name: "operator", entry: "runtime/cli/operator-main.ts", node: "24", isSplit: false },
  { name: "agent", entry: "runtime/cli/agent-main.ts", node: "24", isSplit: false },
  { name: "tocsin", entry: "runtime/cli/main.ts", node: "20", isSplit: true },
];
