import type { Construct } from "constructs";
import { type AgentPool, dedent, Team } from "../../lib/teams/index.ts";

/** Who does the work of a review. */
export type Reviewers = { readonly engineer: AgentPool; readonly lead: AgentPool };

/** Reviews a change from two sides at once and comes to one verdict. It needs the change's title and diff. */
export class ReviewTeam extends Team<"guidelines", "correctness" | "security" | "verdict", "title" | "diff"> {
  constructor(scope: Construct, id: string, { engineer, lead }: Reviewers) {
    super(scope, id, {
      needs: ["title", "diff"],
      input: { guidelines: "Small functions, honest names, tests for what can break." },
      steps: {
        correctness: {
          service: engineer,
          prompt: ({ input }) => dedent`
            Review this change for mistakes, and for breaches of these guidelines: ${input.guidelines}

            ${input.title}

            ${input.diff}
          `,
          retries: 1,
        },
        security: {
          service: engineer,
          prompt: ({ input }) => dedent`
            Review this change for ways to misuse it: injection, missing checks, leaked secrets.

            ${input.title}

            ${input.diff}
          `,
          retries: 1,
        },
        verdict: {
          service: lead,
          prompt: ({ input, steps }) => dedent`
            Two reviews of "${input.title}" follow. Weigh them. Begin with APPROVE or REQUEST CHANGES, then give
            at most five points, the most important one first.

            ${steps.correctness.output}

            ${steps.security.output}
          `,
        },
      },
    });
  }
}
