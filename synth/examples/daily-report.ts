import { Duration } from "cdk8s";
import type { Construct } from "constructs";
import { AgentPool, CronEvent, dedent, Team } from "../../lib/teams/index.ts";
import { ExampleChart, type ExampleProps } from "./example-chart.ts";

/** Writes the drill for whoever is on call, every weekday at eight in the morning (UTC). */
export class DailyReport extends ExampleChart {
  constructor(scope: Construct, id: string, { model }: ExampleProps) {
    super(scope, id);
    const analyst = new AgentPool(this, "report-analyst", {
      model,
      systemPrompt: "You know how web services fail. You are concrete: a cause, a symptom, a first step.",
      semanticCheck: {
        interval: Duration.minutes(5),
        validatorPrompt: "Does HTTP status 503 mean Service Unavailable? Answer YES or NO, and nothing else.",
        expect: { equals: "YES" },
      },
    });
    const report = new Team(this, "daily-report", {
      input: { system: "an online shop: web servers, a payment provider, one PostgreSQL", day: "today" },
      steps: {
        incident: {
          service: analyst,
          prompt: ({ input }) => `Invent one incident for ${input.day} that could hit ${input.system}.`,
        },
        questions: {
          service: analyst,
          prompt: ({ input }) => `List five things that whoever is on call for ${input.system} should know.`,
        },
        report: {
          service: analyst,
          prompt: ({ input, steps }) => dedent`
            Write the on-call drill of ${input.day} on one page: the incident, then the questions it raises.

            ${steps.incident.output}

            ${steps.questions.output}
          `,
          timeout: Duration.minutes(2),
          retries: 2,
        },
      },
      runHistoryLimit: { succeeded: 5, failed: 5 },
    });

    new CronEvent(this, "every-weekday", {
      schedule: "0 8 * * 1-5",
      concurrencyPolicy: "Forbid",
      targets: (trigger) => [report.target({ day: trigger.firedAt.truncate("2026-11-21".length) })],
    });
  }
}
