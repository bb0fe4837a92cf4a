import { MAX_RENDERED_UNITS, WORK_UNITS_PER_RENDERED_UNIT } from "./template-limits.ts";

/**
 * What one rendering, or several that belong together (all values of one fire), may give and cost. Counts down;
 * once something did not fit nothing more does.
 */
export class RenderBudget {
  #output: number;
  #work: number;

  /** @param outputUnits Most UTF-16 units that may be rendered; the work follows from it. */
  constructor(outputUnits: number = MAX_RENDERED_UNITS) {
    this.#output = outputUnits;
    this.#work = outputUnits * WORK_UNITS_PER_RENDERED_UNIT;
  }

  /** Takes units of rendered text; false where they are more than what is left. */
  takeOutput(units: number): boolean {
    this.#output -= units;
    return this.#output >= 0;
  }

  /** Takes units of text that a function reads or writes; false where they are more than what is left. */
  takeWork(units: number): boolean {
    this.#work -= units;
    return this.#work >= 0;
  }
}
