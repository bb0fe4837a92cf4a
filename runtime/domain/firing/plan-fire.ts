import type { AgentEvent, EventTarget } from "../../../lib/api/agent-event.ts";
import { MAX_FIRE_BYTES } from "../../../lib/api/agent-run.ts";
import type { AgentTeam } from "../../../lib/api/agent-team.ts";
import { RenderBudget } from "../template/render-budget.ts";
import { describeFlaw, isFlaw, type TemplateFlaw, TemplateFlawCode } from "../template/template-flaw.ts";
import type { TemplateData } from "../template/template-value.ts";
import { type FireFlaw, FireFlawCode, fireFlaw } from "./fire-flaw.ts";
import { type FireCause, triggerContext } from "./trigger-context.ts";

/** Renders a template; `runtime/ports/templates.ts` does. */
export type Render = (
  source: string,
  data: TemplateData,
  budget: RenderBudget,
) => { readonly kind: "text"; readonly text: string } | TemplateFlaw;

/** What is known when an event fires. */
export type FireInput = {
  readonly event: AgentEvent;
  readonly cause: FireCause;
  readonly firedAt: Date;
  /** A team of the event's namespace, or undefined where there is none of that name. */
  readonly team: (name: string) => AgentTeam | undefined;
  readonly render: Render;
};

/** One run that a fire asks for. */
export type PlannedTarget = { readonly team: string; readonly input: Readonly<Record<string, string>> };

/** All runs that a fire asks for, in the order of the event's targets. */
export type FirePlan = { readonly kind: "plan"; readonly targets: readonly PlannedTarget[] };

/** Checks and renders everything that a fire needs, before anything is written. */
export function planFire(fire: FireInput): FirePlan | FireFlaw {
  const { event, cause, firedAt } = fire;
  const data = triggerContext(event.metadata.name, firedAt, cause);
  const budget = new RenderBudget(MAX_FIRE_BYTES);
  const targets: PlannedTarget[] = [];
  for (const [index, target] of event.spec.targets.entries()) {
    const team = fire.team(target.team);
    if (team === undefined) return teamIsMissing(target, index);
    const rendered = renderTarget(target, index, (source) => fire.render(source, data, budget));
    if (isFireFlaw(rendered)) return rendered;
    targets.push({ team: target.team, input: { ...team.spec.input, ...upstreamInput(cause), ...rendered } });
  }
  return isTooLarge(targets) ? fireIsTooLarge() : { kind: "plan", targets };
}

/** Tells a flaw from a plan or an input. */
export function isFireFlaw(result: object): result is FireFlaw {
  return "kind" in result && result.kind === "flaw" && "code" in result;
}

function renderTarget(
  target: EventTarget,
  index: number,
  render: (source: string) => { readonly kind: "text"; readonly text: string } | TemplateFlaw,
): Record<string, string> | FireFlaw {
  const input: [string, string][] = [];
  for (const [key, source] of Object.entries(target.input ?? {})) {
    const rendered = render(source);
    if (isFlaw(rendered)) {
      const place = `spec.targets[${index}] (team ${target.team}), input ${key}`;
      const isSize = rendered.code === TemplateFlawCode.outputTooLarge;
      const code = isSize ? FireFlawCode.fireTooLarge : FireFlawCode.templateFailed;
      return fireFlaw(code, `${place}: ${describeFlaw(rendered)}`);
    }
    input.push([key, rendered.text]);
  }
  return Object.fromEntries(input);
}

/** The upstream's output also arrives as `input.output`; a target that maps the key itself wins (design §3.3). */
function upstreamInput(cause: FireCause): Readonly<Record<string, string>> {
  return cause.type === "team-output" ? { output: cause.upstream.output } : {};
}

function isTooLarge(targets: readonly PlannedTarget[]): boolean {
  return Buffer.byteLength(JSON.stringify(targets)) > MAX_FIRE_BYTES;
}

function teamIsMissing(target: EventTarget, index: number): FireFlaw {
  const message = `spec.targets[${index}].team: there is no team "${target.team}" in this namespace; create it or change the target`;
  return fireFlaw(FireFlawCode.targetTeamNotFound, message);
}

function fireIsTooLarge(): FireFlaw {
  const message = `the inputs of all targets together take more than ${MAX_FIRE_BYTES} bytes; send or map less`;
  return fireFlaw(FireFlawCode.fireTooLarge, message);
}
