import { readFileSync, type Stats, statSync } from "node:fs";

/** Most bytes of a secret in a file: far above any key, far below what would hurt. */
const MAX_SECRET_BYTES = 16_384;

/**
 * A secret in a mounted file, read again when the file changes, so that a rotated key needs no restart.
 *
 * The kubelet swaps a symbolic link for a whole new folder, so inode and time of the target tell a change.
 */
export class FileSecret {
  readonly #path: string;
  #version = "";
  #value: string | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** The secret without the line break at its end; undefined where the file is missing, empty or too large. */
  read(): string | undefined {
    try {
      const stats = statSync(this.#path);
      const version = versionOf(stats);
      if (version !== this.#version) {
        this.#value = stats.size > MAX_SECRET_BYTES ? undefined : trimmed(readFileSync(this.#path, "utf8"));
        this.#version = version;
      }
      return this.#value;
    } catch {
      // Missing, or being swapped: the next read looks again.
      this.#version = "";
      return undefined;
    }
  }
}

function versionOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

function trimmed(text: string): string | undefined {
  const value = text.replace(/\r?\n$/, "");
  return value === "" ? undefined : value;
}
