import { importsOf } from "./imports-of.ts";
import { exceptions, type Layer, layers } from "./layers.ts";
import type { SourceFile } from "./source-file.ts";

/** Whether a path is in a folder. */
export function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Finds imports that go against the direction of the layers, as `from → to`. */
export function misdirectedImports(files: readonly SourceFile[]): string[] {
  return relativeImports(files)
    .filter(([from, to]) => !isAllowed(from, to) && !isException(from, to))
    .map(([from, to]) => `${from} → ${to}`);
}

/** Finds exceptions that no import needs any more. */
export function unusedExceptions(files: readonly SourceFile[]): string[] {
  const forbidden = relativeImports(files).filter(([from, to]) => !isAllowed(from, to));
  return exceptions
    .filter((each) => !forbidden.some(([from, to]) => isIn(from, each.from) && isIn(to, each.to)))
    .map(({ from, to }) => `${from} → ${to}`);
}

function relativeImports(files: readonly SourceFile[]): [from: string, to: string][] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter(({ isRelative }) => isRelative)
      .map(({ target }): [string, string] => [file.path, target]),
  );
}

function isAllowed(from: string, to: string): boolean {
  const layer = layerOf(from);
  const target = layerOf(to);
  if (layer === undefined || target === undefined) return false;
  return layer === target || layer.mayImport.includes(target.folder);
}

function layerOf(path: string): Layer | undefined {
  return layers.find((layer) => isIn(path, layer.folder));
}

function isException(from: string, to: string): boolean {
  return exceptions.some((each) => isIn(from, each.from) && isIn(to, each.to));
}
