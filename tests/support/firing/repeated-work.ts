import type { AgentRun, StepStatus } from "../../../lib/api/agent-run.ts";
import { MAX_LOST_PODS } from "../../../runtime/domain/run/advance-step.ts";
import { answerTo, FAILING } from "./counting-provider.ts";

/** What the attempts at all steps came to. */
export type Work = {
  readonly problems: readonly string[];
  readonly steps: number;
  readonly attempts: number;
  /** Attempts that died with their process. */
  readonly lost: number;
  /** Steps that failed since too many of their attempts died so. */
  readonly givenUp: number;
};

/** Says which prompts were sent to the model more often than attempts at their steps were begun. */
export function repeatedWork(runs: readonly AgentRun[], calls: ReadonlyMap<string, number>): Work {
  const attempts = new Map<string, number>();
  const problems: string[] = [];
  let [steps, lost, givenUp] = [0, 0, 0];
  for (const run of runs) {
    for (const step of run.status?.steps ?? []) {
      const prompt = `${run.spec.input?.id}|${run.spec.team}|${step.name}`;
      attempts.set(prompt, (attempts.get(prompt) ?? 0) + (step.attempts ?? 0));
      steps += 1;
      lost += step.lostPods ?? 0;
      givenUp += isGivenUp(step) ? 1 : 0;
      problems.push(...stepProblems(step, prompt).map((problem) => `${run.metadata.name}: ${problem}`));
    }
  }
  for (const [prompt, begun] of attempts) {
    const sent = calls.get(prompt) ?? 0;
    if (sent > begun) problems.push(`"${prompt}" was asked ${sent} times in ${begun} attempts`);
  }
  const sum = [...attempts.values()].reduce((total, each) => total + each, 0);
  return { problems, steps, attempts: sum, lost, givenUp };
}

/** A step is attempted once, and again only where its pod was gone. */
function stepProblems(step: StepStatus, prompt: string): string[] {
  const { phase, output, attempts = 0, lostPods = 0, error = "" } = step;
  const wanted = phase === "Succeeded" || phase === "Failed" ? attempts - lostPods : 0;
  return [
    ...(phase === "Succeeded" && output !== answerTo(prompt) ? [`${step.name} has another's answer`] : []),
    ...(wanted <= 1 ? [] : [`${step.name} was attempted ${attempts} times, ${lostPods} lost`]),
    ...(phase === "Failed" && !isGivenUp(step) && !prompt.includes(FAILING)
      ? [`${step.name} failed: ${error}`]
      : []),
  ];
}

/** Protocol F3: at most three pods may be lost; here pods die with the operator. */
function isGivenUp({ phase, lostPods = 0 }: StepStatus): boolean {
  return phase === "Failed" && lostPods === MAX_LOST_PODS + 1;
}
