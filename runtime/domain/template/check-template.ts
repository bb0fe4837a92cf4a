import { parseTemplate } from "./parse-template.ts";
import { type Reference, referencesOf } from "./references-of.ts";
import type { Template } from "./template.ts";
import { flawAt, isFlaw, type TemplateFlaw, TemplateFlawCode } from "./template-flaw.ts";
import type { FieldsScope, TemplateScope } from "./template-scope.ts";

/** Checks a template as written: its syntax, then that it reads only what its scope has. First flaw wins. */
export function checkTemplate(source: string, scope: FieldsScope): TemplateFlaw | undefined {
  const template = parseTemplate(source);
  return isFlaw(template) ? template : firstUnknownField(template, scope);
}

/** Finds the first thing that a parsed template reads and its scope does not have. */
export function firstUnknownField(template: Template, scope: FieldsScope): TemplateFlaw | undefined {
  for (const reference of referencesOf(template)) {
    const message = whyUnknown(reference, scope);
    if (message !== undefined)
      return flawAt(template.source, reference.span, TemplateFlawCode.unknownField, message);
  }
  return undefined;
}

function whyUnknown({ path, goesOn }: Reference, root: FieldsScope): string | undefined {
  let scope: TemplateScope = root;
  for (const [depth, name] of path.entries()) {
    if (scope.kind === "value") return undefined;
    const above = nameOf(path.slice(0, depth));
    if (scope.kind === "text") return `${above} is text and has no fields: use it as it is`;
    if (scope.kind === "map") {
      scope = scope.of;
      continue;
    }
    const below = fieldOf(scope, name);
    if (below === undefined)
      return `there is no ${nameOf(path.slice(0, depth + 1))} here: ${fieldsOf(scope, above)}`;
    scope = below;
  }
  return whyNotEnd(scope, nameOf(path), goesOn);
}

/** A path may end at a value, a text or a map. A closed set of fields is no value, and its keys are spelled out. */
function whyNotEnd(scope: TemplateScope, name: string, goesOn: boolean): string | undefined {
  if (scope.kind === "text" && goesOn) return `${name} is text and has no elements: use it as it is`;
  if (scope.kind !== "fields") return undefined;
  if (goesOn) return `the key of ${name} must be written out: ${fieldsOf(scope, name)}`;
  return `${name} is no value by itself: ${fieldsOf(scope, name)}`;
}

function fieldOf(scope: FieldsScope, name: string): TemplateScope | undefined {
  return Object.hasOwn(scope.fields, name) ? scope.fields[name] : undefined;
}

function fieldsOf(scope: FieldsScope, above: string): string {
  const names = Object.keys(scope.fields).map((name) => (above === "" ? `.${name}` : name));
  const owner = above === "" ? "a template" : above;
  const known = names.length === 0 ? `${owner} has no fields` : `${owner} has ${names.join(", ")}`;
  return scope.advice === undefined ? known : `${known}; ${scope.advice}`;
}

const MAX_NAME_CHARACTERS = 100;

/** Writes a path for a message. Its names may be literal keys, so anything: shortened, and printable. */
function nameOf(path: readonly string[]): string {
  const name = path.map((segment) => `.${segment}`).join("");
  const shown = name.length > MAX_NAME_CHARACTERS ? `${name.slice(0, MAX_NAME_CHARACTERS)}…` : name;
  return shown.replace(/\p{C}/gu, "\u{FFFD}");
}
