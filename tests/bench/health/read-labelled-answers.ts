import { readFileSync } from "node:fs";
import { type Expect, type Expectation, expectationOf } from "../../../runtime/domain/health/expectation.ts";
import type { ModelAnswer } from "../../../runtime/domain/health/model-answer.ts";

/** One row of a labelled set. The id is for people: it hints at the label, so it never reaches the judge. */
export type LabelledAnswer = {
  readonly id: string;
  readonly answer: ModelAnswer;
  readonly expectation: Expectation;
  readonly healthy: boolean;
  readonly why: string;
};

/** The rows of a file that could be read, and the lines that hold no labelled answer. */
export type LabelledSet = {
  readonly rows: readonly LabelledAnswer[];
  readonly unreadable: readonly number[];
};

type Fields = Readonly<Record<string, unknown>>;

/** Reads a file of one JSON row a line; missing fields are absent, lines without a label are reported. */
export function readLabelledAnswers(path: string | URL): LabelledSet {
  const rows: LabelledAnswer[] = [];
  const unreadable: number[] = [];
  for (const [index, line] of readFileSync(path, "utf8").split("\n").entries()) {
    if (line.trim() === "") continue;
    const row = readRow(line, index + 1);
    if (row === undefined) unreadable.push(index + 1);
    else rows.push(row);
  }
  return { rows, unreadable };
}

function readRow(line: string, number: number): LabelledAnswer | undefined {
  const row = fieldsOf(parse(line));
  if (typeof row["healthy"] !== "boolean") return undefined;
  const response = fieldsOf(row["response"]);
  const prompt = textOf(row["prompt"]);
  return {
    id: textOf(row["id"]) ?? `line ${number}`,
    answer: {
      status: response["status"],
      content: response["content"],
      finishReason: response["finish_reason"],
      refusal: response["refusal"],
      toolCalls: response["tool_calls"] ?? response["function_call"],
      raw: response["raw"],
    },
    expectation: expectationOf({
      validatorPrompt: prompt === "built-in" ? undefined : prompt,
      expect: expectOf(row["expect"]),
    }),
    healthy: row["healthy"],
    why: textOf(row["why"]) ?? "no reason given",
  };
}

function expectOf(value: unknown): Expect | undefined {
  const { equals, contains, pattern } = fieldsOf(value);
  const expect = { equals: textOf(equals), contains: textOf(contains), pattern: textOf(pattern) };
  return Object.values(expect).some((given) => given !== undefined) ? expect : undefined;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
