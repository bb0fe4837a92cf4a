/** A field path that a template reads, without its dot: `["steps", "research", "output"]`. */
export type FieldPath = readonly string[];

const ACTION = /\{\{((?:"(?:[^"\\]|\\.)*"|[^"])*?)\}\}/gs;
const TEXT_OR_COMMENT = /"(?:[^"\\]|\\.)*"|\/\*.*?\*\//gs;
const PATH = /(?:\.[A-Za-z_][A-Za-z0-9_-]*)+/g;

/**
 * Lists the field paths that a template names, so that a step's dependencies follow from its prompt and a wrong
 * name is found at synth time. It looks for paths only: the operator parses the template and judges its syntax.
 */
export function referencesIn(template: string): FieldPath[] {
  return [...template.matchAll(ACTION)].flatMap(([, action = ""]) =>
    [...action.replace(TEXT_OR_COMMENT, " ").matchAll(PATH)].map(([path]) => path.slice(1).split(".")),
  );
}
