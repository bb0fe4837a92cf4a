/** What a platform team writes: an event and a team of its own, by extending the constructs. */
export const TEAM_PROGRAM = `
import { App, Chart } from "cdk8s";
import type { Construct } from "constructs";
import { AgentPool, type AgentTeamSpec, CronEvent, Operator, Team, WebhookEvent } from "tocsin/lib";

class Desk extends Team<"tone", "facts" | "essay", "topic"> {
  constructor(scope: Construct, id: string, writer: AgentPool) {
    super(scope, id, {
      input: { tone: "dry" },
      needs: ["topic"],
      steps: {
        facts: { service: writer, prompt: ({ input }) => \`Three facts about \${input.topic}.\` },
        essay: { service: writer, prompt: ({ input, steps }) => \`Write, \${input.tone}: \${steps.facts.output}\` },
      },
    });
  }
}

/** An event of the team's own: every deploy that is announced has the desk write about it. */
class DeployEvent extends WebhookEvent {
  constructor(scope: Construct, id: string, desk: Desk) {
    super(scope, id, {
      targets: (trigger) => [desk.target({ topic: trigger.body("deploy.service") })],
      concurrencyPolicy: "Forbid",
    });
  }
}

const app = new App({ outdir: "dist" });
const chart = new Chart(app, "desk", { disableResourceNameHashes: true });
const desk = new Desk(chart, "essays", new AgentPool(chart, "writer", { model: "m" }));
new DeployEvent(chart, "deploy", desk);
new CronEvent(chart, "daily", { schedule: "0 8 * * *", targets: [desk.target({ topic: "bells" })] });
new Operator(new Chart(app, "operator"), "operator");
app.synth();
export type Step = AgentTeamSpec["steps"][number];
`;

/** A slip of the pen in that program, what the compiler says to it, and what whoever runs it uncompiled is told. */
export type Slip = {
  readonly what: string;
  readonly right: string;
  readonly wrong: string;
  readonly said: RegExp;
  readonly thrown: string;
};

/** Slips that the compiler finds. */
export const SLIPS: readonly Slip[] = [
  {
    what: "a wrong input key",
    right: "input.topic}",
    wrong: "input.topci}",
    said: /'topci' does not exist/,
    thrown: 'desk/essays: the team does not declare the input "topci", only: tone, topic',
  },
  {
    what: "an unknown step",
    right: "steps.facts.output",
    wrong: "steps.research.output",
    said: /'research' does not exist/,
    thrown: 'desk/essays: there is no step "research", only: facts, essay',
  },
  {
    what: "a missing input",
    right: '{ topic: "bells" }',
    wrong: "{}",
    said: /'topic' is missing/,
    thrown: 'desk/essays: a target has to give a value for the input "topic"',
  },
  {
    what: "an input that the team does not have",
    right: '{ topic: "bells" }',
    wrong: '{ topic: "bells", tonne: "dry" }',
    said: /'tonne' does not exist/,
    thrown: 'desk/essays: a target gives the input "tonne", and the team declares only: tone, topic',
  },
  {
    what: "a field of another kind of event",
    right: 'trigger.body("deploy.service")',
    wrong: "trigger.output",
    said: /'output' does not exist/,
    thrown: "desk/deploy: a fire of this kind of event knows no trigger.output",
  },
];

/** Writes the program with a slip in it. */
export function withSlip({ right, wrong }: Pick<Slip, "right" | "wrong">): string {
  if (!TEAM_PROGRAM.includes(right)) throw new Error(`the program does not hold ${right}`);
  return TEAM_PROGRAM.replace(right, wrong);
}
