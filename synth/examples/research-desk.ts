import { Duration } from "cdk8s";
import type { Construct } from "constructs";
import { AgentPool, dedent, Team, WebhookEvent } from "../../lib/teams/index.ts";
import { ExampleChart, type ExampleProps } from "./example-chart.ts";

const DEFAULTS = { topic: "the history of bells", format: "a short article of three paragraphs" };

/**
 * A desk that researches a topic, drafts a text and has it criticised at the same time, and says what came of
 * it. A webhook starts it: `{"topic": "…", "format": "…"}`, both optional.
 */
export class ResearchDesk extends ExampleChart {
  constructor(scope: Construct, id: string, { model }: ExampleProps) {
    super(scope, id);

    const researcher = new AgentPool(this, "researcher", {
      model,
      systemPrompt: "You research topics. You state facts, one a line, and say where you are not sure.",
    });
    const critic = new AgentPool(this, "critic", {
      model,
      systemPrompt: "You check research notes. You name gaps, doubts and contradictions, and praise nothing.",
      // Often, so that a person who tries it sees the agent leave and come back.
      semanticCheck: { interval: Duration.seconds(5) },
    });
    const writer = new AgentPool(this, "writer", {
      model,
      systemPrompt: "You write clear prose from notes. You add no facts of your own.",
    });
    const speaker = new AgentPool(this, "speaker", {
      model,
      systemPrompt: "You speak for the desk. You answer in plain words that can be read aloud.",
    });

    const desk = new Team(this, "research-desk", {
      input: DEFAULTS,
      steps: {
        research: {
          service: researcher,
          prompt: ({ input }) => `Collect what is worth knowing about ${input.topic}. At most ten facts.`,
        },
        critique: {
          service: critic,
          prompt: ({ input, steps }) => dedent`
            These are notes about ${input.topic}:

            ${steps.research.output}

            What is missing, doubtful or contradictory in them?
          `,
        },
        write: {
          service: writer,
          prompt: ({ input, steps }) => dedent`
            Write ${input.format} about ${input.topic} from these notes:

            ${steps.research.output}
          `,
          retries: 1,
        },
        say: {
          service: speaker,
          prompt: ({ input, steps }) => dedent`
            Say in two sentences what is to be known about ${input.topic}, and how sure it is.

            The text:
            ${steps.write.output}

            The critique of its sources:
            ${steps.critique.output}
          `,
        },
      },
      output: ({ input, steps }) => dedent`
        ${steps.say.output}

        ## ${input.topic}
        ${steps.write.output}

        ## What the critic says
        ${steps.critique.output}

        ## Notes
        ${steps.research.output}
      `,
    });

    new WebhookEvent(this, "research", {
      targets: (trigger) => [
        desk.target({
          topic: trigger.body("topic").or(DEFAULTS.topic),
          format: trigger.body("format").or(DEFAULTS.format),
        }),
      ],
    });
  }
}
