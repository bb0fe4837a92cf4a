/**
 * Longest template, in UTF-16 units: twice the 32,768 code points that the resources' schemas take, so that
 * whatever a schema lets through is judged by the parser and not by its length.
 */
export const MAX_TEMPLATE_UNITS = 65_536;

/** Most actions of one template; a pipeline of 32 steps that all read each other has fewer than 600. */
export const MAX_ACTIONS = 1_024;

/** Most terms (path segments, literals, functions, signs) of one template: bounds what a parsed template keeps. */
export const MAX_TERMS = 8_192;

/** Deepest nesting of parentheses: bounds the recursion of parser, checker and evaluator. */
export const MAX_PARENTHESES = 32;

/** Most UTF-16 units that one rendering gives, unless its caller sets another bound. */
export const MAX_RENDERED_UNITS = 1_048_576;

/**
 * Units of text that functions may read and write for each unit that a rendering may give. Without it,
 * a thousand short excerpts of one big value would block the process for seconds.
 */
export const WORK_UNITS_PER_RENDERED_UNIT = 16;

/** Longest excerpt of a template in an error message, in code points. */
export const MAX_EXCERPT_CHARACTERS = 80;
