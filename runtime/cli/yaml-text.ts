import { Document, visit } from "yaml";

/** Writes a value as YAML; texts in which something unsafe is found are quoted, so that it can be escaped. */
export function yamlText(value: unknown, unsafe: RegExp): string {
  const document = new Document(value);
  visit(document, {
    // Only a quoted text can have escapes.
    Scalar: (_, node) => {
      if (typeof node.value === "string" && node.value.search(unsafe) >= 0) node.type = "QUOTE_DOUBLE";
    },
  });
  // The line break that ends the document is the printer's; a further one may belong to the last text.
  return document.toString({ lineWidth: 0 }).replace(/\n$/, "");
}
