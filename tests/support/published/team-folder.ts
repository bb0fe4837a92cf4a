import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { buildLibrary, LIBRARY_FOLDER } from "../../../pack/build-library.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { npmEnvironment } from "./npm-environment.ts";

const typescript = resolve("node_modules/typescript/bin/tsc");
/** As a new project might have it. */
const COMPILER_OPTIONS = ["--noEmit", "--strict", "--skipLibCheck", "--types", ""];
const TARGET = ["--module", "nodenext", "--target", "es2024"];

/** How a program ended, and what it said. */
export type Ended = { readonly isSuccess: boolean; readonly output: string };

/** Another team's empty folder, outside of this project, with the packed package in its node_modules. */
export class TeamFolder {
  readonly #folder = temporaryFolder();

  /** Unpacks the package and borrows what it depends on from this project, without asking a registry. */
  static linked(tarball: string): TeamFolder {
    const folder = new TeamFolder();
    const target = folder.pathOf("node_modules/tocsin");
    mkdirSync(target, { recursive: true });
    execFileSync("tar", ["-xzf", tarball, "-C", target, "--strip-components=1"]);
    folder.#borrowDependencies();
    return folder;
  }

  /** Has the library alone, without the CLI: faster than a package. */
  static async built(): Promise<TeamFolder> {
    const folder = new TeamFolder();
    const target = folder.pathOf("node_modules/tocsin");
    await buildLibrary(join(target, LIBRARY_FOLDER));
    copyFileSync("package.json", join(target, "package.json"));
    folder.#borrowDependencies();
    return folder;
  }

  /** Installs the package as anybody would. */
  static installed(tarball: string): TeamFolder {
    const folder = new TeamFolder();
    const options = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
    execFileSync("npm", ["install", ...options, tarball], {
      cwd: folder.pathOf(),
      env: npmEnvironment(),
      stdio: "pipe",
    });
    return folder;
  }

  private constructor() {
    this.write("package.json", JSON.stringify({ name: "a-team", private: true, type: "module" }));
  }

  /** A path in the folder. */
  pathOf(...parts: readonly string[]): string {
    return join(this.#folder.path, ...parts);
  }

  /** Writes a file. */
  write(name: string, text: string): void {
    mkdirSync(dirname(this.pathOf(name)), { recursive: true });
    writeFileSync(this.pathOf(name), text);
  }

  /** Compiles files without writing anything; further options may stand before them. */
  check(...files: readonly string[]): Ended {
    return this.run([typescript, ...COMPILER_OPTIONS, ...TARGET, ...files]);
  }

  /** Runs Node in the folder. */
  run(args: readonly string[]): Ended {
    try {
      const options = { cwd: this.pathOf(), env: npmEnvironment(), encoding: "utf8", stdio: "pipe" } as const;
      return { isSuccess: true, output: execFileSync(process.execPath, args, options) };
    } catch (error) {
      const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
      return { isSuccess: false, output: `${stdout}${stderr}` };
    }
  }

  #borrowDependencies(): void {
    const manifest = this.pathOf("node_modules/tocsin/package.json");
    const { dependencies, peerDependencies } = JSON.parse(readFileSync(manifest, "utf8"));
    for (const name of Object.keys({ ...dependencies, ...peerDependencies }))
      symlinkSync(resolve("node_modules", name), this.pathOf("node_modules", name));
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }
}
