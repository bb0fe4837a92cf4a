import { judge } from "../../../runtime/domain/health/judge.ts";
import type { Verdict } from "../../../runtime/domain/health/verdict.ts";
import type { LabelledAnswer } from "./read-labelled-answers.ts";

/** A row on which the judge and the label differ. */
export type Disagreement = { readonly row: LabelledAnswer; readonly verdict: Verdict };

/** How the judge did on one kind of prompt: the four cells of the matrix and what is wrong in two of them. */
export type Confusion = {
  readonly goodPassed: number;
  readonly goodFailed: readonly Disagreement[];
  readonly badPassed: readonly Disagreement[];
  readonly badFailed: number;
};

/** Judges every row and counts. */
export function confusionOf(rows: readonly LabelledAnswer[]): Confusion {
  const judged = rows.map((row) => ({ row, verdict: judge(row.answer, row.expectation) }));
  const cell = (label: boolean, verdict: boolean) =>
    judged.filter((one) => one.row.healthy === label && one.verdict.healthy === verdict);
  return {
    goodPassed: cell(true, true).length,
    goodFailed: cell(true, false),
    badPassed: cell(false, true),
    badFailed: cell(false, false).length,
  };
}

/** Prints a matrix with the labels as rows and the verdicts as columns. */
export function matrixLines(title: string, confusion: Confusion): readonly string[] {
  const { goodPassed, goodFailed, badPassed, badFailed } = confusion;
  const total = goodPassed + goodFailed.length + badPassed.length + badFailed;
  return [
    `${title} (${total})`,
    `  ${"label".padEnd(12)}${"passed".padStart(8)}${"failed".padStart(8)}`,
    `  ${"healthy".padEnd(12)}${String(goodPassed).padStart(8)}${String(goodFailed.length).padStart(8)}`,
    `  ${"unhealthy".padEnd(12)}${String(badPassed.length).padStart(8)}${String(badFailed).padStart(8)}`,
  ];
}

/** Explains one disagreement: what the label says and why, what the judge says and why. */
export function explain({ row, verdict }: Disagreement): string {
  const label = row.healthy ? "healthy" : "unhealthy";
  const found = verdict.healthy
    ? "passed: no rule sees a form of failure here; only an understanding of the prompt could"
    : `failed: ${verdict.reason}. ${verdict.detail}`;
  return `  ${row.id}: labelled ${label} (${row.why}); the judge ${found}`;
}
