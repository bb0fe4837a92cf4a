import { createHash } from "node:crypto";
import { createReadStream, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { runSuccessfully } from "../../control-plane/run-command.ts";

/** The sandbox of every pod. */
export const PAUSE_IMAGE = "tocsin-test/pause:1";

/** What an image is and does, beside its files. */
export type ImageConfig = {
  readonly names: readonly string[];
  /** `uid:gid` of its processes. */
  readonly user: string;
  readonly command: readonly string[];
  readonly environment?: readonly string[];
  readonly workingFolder?: string;
};

/**
 * Packs folders as the layers of an image into an archive, of the form that `docker save` writes and every
 * container runtime imports, without any container tool.
 *
 * @param layers folders, each the root of one layer; the first is the lowest
 * @param folder where the archive is made
 * @returns the archive's path
 */
export async function packImage(
  config: ImageConfig,
  layers: readonly string[],
  folder: string,
): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const names = layers.map((_, index) => `layer${index}.tar`);
  const digests: string[] = [];
  for (const [index, layer] of layers.entries()) {
    const path = join(folder, names[index] ?? "");
    await runSuccessfully("tar", [...REPRODUCIBLE, "-cf", path, "-C", layer, "."]);
    digests.push(await digestOf(path));
  }
  writeFileSync(join(folder, "config.json"), JSON.stringify(imageConfig(config, digests)));
  const manifest = [{ Config: "config.json", RepoTags: config.names, Layers: names }];
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  const archive = join(folder, "image.tar");
  await runSuccessfully("tar", ["-cf", archive, "-C", folder, "manifest.json", "config.json", ...names]);
  return archive;
}

/** Everything belongs to root, and the same files make the same image. */
const REPRODUCIBLE = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0"];

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

function imageConfig(config: ImageConfig, digests: readonly string[]): object {
  return {
    architecture: ARCHITECTURES[process.arch] ?? process.arch,
    os: "linux",
    config: {
      User: config.user,
      Env: config.environment ?? [],
      Cmd: config.command,
      WorkingDir: config.workingFolder ?? "/",
    },
    rootfs: { type: "layers", diff_ids: digests },
  };
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return `sha256:${hash.digest("hex")}`;
}
