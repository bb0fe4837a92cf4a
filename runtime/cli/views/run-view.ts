import type { AgentRun, StepStatus } from "../../../lib/api/agent-run.ts";
import { ConditionType } from "../../../lib/api/reason.ts";
import { shorten } from "../../domain/shorten.ts";
import { agoOf, tookFrom } from "./ages.ts";
import { inPlain, type Tone, type ViewOptions } from "./paint.ts";
import { paintedLine } from "./painted-line.ts";
import { phaseOf, phaseTone } from "./phase.ts";
import { printable, printableLine } from "./printable.ts";
import { triggerOf } from "./runs-table.ts";
import { stepTree } from "./step-tree.ts";
import { wrapText } from "./wrap-text.ts";

/** How much of a run is shown. */
export type RunViewOptions = ViewOptions & {
  /** Also what each step answered. */
  readonly withOutputs?: boolean;
};

/** Columns in front of a fact, for its name. */
const MARGIN = 9;
/** Most characters of an input's value. */
const MAX_VALUE = 200;

/** One run for people: its facts, the tree of its steps, and its output or why it failed. */
export function runView(run: AgentRun, options: RunViewOptions): readonly string[] {
  const { status } = run;
  const facts = factsOf(run, options).flatMap((fact) => linesOf(fact, options));
  const steps = status?.steps ?? [];
  const tree = steps.length === 0 ? ["The operator has not begun it yet."] : stepTree(run, options);
  const outputs = options.withOutputs === true ? steps.flatMap((step) => outputOf(step, options)) : [];
  const output = status?.output === undefined ? [] : section("Output", status.output, options);
  return [...facts, "", ...tree, ...outputs, ...output];
}

type Fact = { readonly name: string; readonly value: string; readonly tone?: Tone };

function factsOf(run: AgentRun, { now }: RunViewOptions): readonly Fact[] {
  const { metadata, spec, status } = run;
  const { startedAt, completedAt, error } = status ?? {};
  const phase = phaseOf(status?.phase);
  const reason = status?.conditions?.find(({ type }) => type === ConditionType.succeeded)?.reason;
  const begun = startedAt === undefined ? undefined : [startedAt, agoOf(startedAt, now)].join(", ");
  const facts: readonly (Omit<Fact, "value"> & { readonly value: string | undefined })[] = [
    { name: "Run", value: metadata.name },
    { name: "Team", value: spec.team },
    {
      name: "Phase",
      value: phase + (reason === undefined || reason === phase ? "" : ` (${reason})`),
      tone: phaseTone(phase),
    },
    { name: "Error", value: error },
    { name: "Trigger", value: triggerOf(run) },
    { name: "Task", value: spec.trigger.fireID },
    { name: "Started", value: begun },
    { name: "Took", value: begun && tookFrom(startedAt, completedAt, now) },
    { name: "Tokens", value: tokensOf(status?.steps ?? []) },
    { name: "Input", value: inputOf(spec.input ?? {}) },
  ];
  return facts.filter((each): each is Fact => each.value !== undefined);
}

/** One line a key: a value may be a whole document, of which the beginning is enough to know it by. */
function inputOf(input: Readonly<Record<string, string>>): string | undefined {
  const lines = Object.entries(input).map(
    ([key, value]) => `${key} = ${shorten(printableLine(value), MAX_VALUE)}`,
  );
  return lines.length === 0 ? undefined : lines.join("\n");
}

/** All steps' tokens together, where a provider has counted any. */
function tokensOf(steps: readonly StepStatus[]): string | undefined {
  const counted = steps.flatMap(({ tokens }) => (tokens === undefined ? [] : [tokens]));
  if (counted.length === 0) return undefined;
  const prompt = counted.reduce((total, each) => total + each.prompt, 0);
  return `${prompt} read, ${counted.reduce((total, each) => total + each.completion, 0)} written`;
}

function linesOf({ name, value, tone }: Fact, { width, paint }: RunViewOptions): readonly string[] {
  const lines = wrapText(value, width === undefined ? undefined : width - MARGIN);
  return lines.map((line, at) =>
    paintedLine([(at === 0 ? `${name}:` : "").padEnd(MARGIN), { text: line, tone }], { paint }),
  );
}

function outputOf({ name, output }: StepStatus, options: RunViewOptions): readonly string[] {
  return output === undefined ? [] : section(`Output of ${name}`, output, options);
}

function section(heading: string, text: string, { paint = inPlain }: RunViewOptions): readonly string[] {
  const lines = printable(text).replace(/\n+$/, "").split("\n");
  return ["", paint("strong", `${heading}:`), ...lines.map((line) => `  ${line}`.trimEnd())];
}
