import type { CompiledTemplate } from "../../ports/templates.ts";

/** Most compiled templates that are kept: those of some hundred events and teams. */
const MAX_CACHED_TEMPLATES = 1_000;

/** Most UTF-16 units of source that are kept in compiled form, whatever their number. */
const MAX_CACHED_UNITS = 2_097_152;

/** What a cache may keep. */
export type TemplateCacheBounds = { readonly templates: number; readonly units: number };

/** Remembers the compiled templates that were used last, within bounds of number and size. */
export class TemplateCache {
  readonly #bounds: TemplateCacheBounds;
  /** Least recently used first: a Map keeps the order of insertion. */
  readonly #entries = new Map<string, CompiledTemplate>();
  #units = 0;

  constructor(bounds: TemplateCacheBounds = { templates: MAX_CACHED_TEMPLATES, units: MAX_CACHED_UNITS }) {
    this.#bounds = bounds;
  }

  /** How many templates are kept. */
  get size(): number {
    return this.#entries.size;
  }

  /** Gives the compiled template of a source and makes it the most recently used. */
  get(source: string): CompiledTemplate | undefined {
    const compiled = this.#entries.get(source);
    if (compiled === undefined) return undefined;
    this.#entries.delete(source);
    this.#entries.set(source, compiled);
    return compiled;
  }

  /** Keeps a compiled template and drops the least recently used ones that no longer fit. */
  set(source: string, compiled: CompiledTemplate): void {
    if (this.#entries.delete(source)) this.#units -= source.length;
    this.#entries.set(source, compiled);
    this.#units += source.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#bounds.templates && this.#units <= this.#bounds.units) return;
      this.#entries.delete(oldest);
      this.#units -= oldest.length;
    }
  }
}
