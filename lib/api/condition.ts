import { z } from "zod";
import { instant, patterned, text, whole } from "./fields.ts";

/** Kubernetes' `metav1.Condition`. */
const conditionSchema = z.object({
  type: patterned("^[A-Za-z][A-Za-z0-9]*$", 63).describe("What the condition is about."),
  status: z.enum(["True", "False", "Unknown"]).describe("Whether it holds: True, False or Unknown."),
  reason: patterned("^[A-Za-z][A-Za-z0-9]*$", 128).describe("Why, as one word from a closed set."),
  message: text(4_096).describe("Why, as a sentence that says what to change."),
  lastTransitionTime: instant().describe("When the status last changed."),
  observedGeneration: whole(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe("The metadata.generation that the condition was set for."),
});

/** The conditions of a resource, at most one a type. */
export const conditionsSchema = z
  .array(conditionSchema)
  .max(8)
  .meta({ "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["type"] });

/** Kubernetes' `metav1.Condition`. */
export type Condition = z.infer<typeof conditionSchema>;
