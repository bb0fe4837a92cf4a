import type { PrinterColumn } from "./resource-definition.ts";

/** The column that tells whether an object's Ready condition holds. */
export function readyColumn(description: string): PrinterColumn {
  return {
    name: "Ready",
    type: "string",
    jsonPath: '.status.conditions[?(@.type=="Ready")].status',
    description,
  };
}

/** The wide column with the reason of an object's Ready condition. */
export const reasonColumn: PrinterColumn = {
  name: "Reason",
  type: "string",
  jsonPath: '.status.conditions[?(@.type=="Ready")].reason',
  description: "Why it is or is not ready",
  priority: 1,
};

/** The column with an object's age, last as everywhere in Kubernetes. */
export const ageColumn: PrinterColumn = {
  name: "Age",
  type: "date",
  jsonPath: ".metadata.creationTimestamp",
  description: "Age",
};
