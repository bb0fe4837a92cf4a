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

/**
 * Says which prompts were sent to the model more often than attempts at their steps were begun.
 *
 * @param killed where given, a lost pod is no excuse, but for those whose process was killed and started again: what
 * they were at, they had to ask again
 */
export function repeatedWork(
  runs: readonly AgentRun[],
  calls: ReadonlyMap<string, number>,
  killed?: ReadonlySet<string>,
): Work {
  const allowed = new Map<string, number>();
  const problems: string[] = [];
  let [steps, attempts, lost, givenUp] = [0, 0, 0, 0];
  for (const { run, step, prompt } of runs.flatMap(stepsOf)) {
    allowed.set(prompt, (allowed.get(prompt) ?? 0) + allowedCalls(step, killed));
    steps += 1;
    attempts += step.attempts ?? 0;
    lost += step.lostPods ?? 0;
    givenUp += isGivenUp(step) ? 1 : 0;
    problems.push(...stepProblems(step, prompt).map((problem) => `${run}: ${problem}`));
  }
  for (const [prompt, most] of allowed) {
    const sent = calls.get(prompt) ?? 0;
    if (sent > most) problems.push(`"${prompt}" was asked ${sent} times and not ${most}`);
  }
  return { problems, steps, attempts, lost, givenUp };
}

function allowedCalls(
  { attempts = 0, lostPods = 0, pod = "" }: StepStatus,
  killed?: ReadonlySet<string>,
): number {
  return killed === undefined ? attempts : attempts - lostPods + (killed.has(pod) ? 1 : 0);
}

function stepsOf({ metadata, spec, status }: AgentRun) {
  return (status?.steps ?? []).map((step) => ({
    run: metadata.name,
    step,
    prompt: `${spec.input?.id}|${spec.team}|${step.name}`,
  }));
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
