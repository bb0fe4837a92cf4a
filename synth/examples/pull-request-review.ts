import type { Construct } from "constructs";
import { AgentPool, WebhookEvent } from "../../lib/teams/index.ts";
import { ExampleChart, type ExampleProps } from "./example-chart.ts";
import { ReviewTeam } from "./review-team.ts";

/**
 * Reviews a pull request when a CI job posts it: `{"pull_request": {"title": "…"}, "diff": "…"}`. A request
 * without a title or a diff is answered 422, and nothing starts.
 */
export class PullRequestReview extends ExampleChart {
  constructor(scope: Construct, id: string, { model }: ExampleProps) {
    super(scope, id);
    const review = new ReviewTeam(this, "review", {
      engineer: new AgentPool(this, "review-engineer", {
        model,
        systemPrompt: "You review code. You quote the line you speak of, and say nothing about what is fine.",
        maxConcurrentTasks: 2,
      }),
      lead: new AgentPool(this, "review-lead", {
        model,
        systemPrompt: "You lead a team of engineers. You decide, and you are brief.",
        semanticCheck: {},
      }),
    });

    new WebhookEvent(this, "pull-request", {
      targets: (trigger) => [
        review.target({ title: trigger.body("pull_request.title"), diff: trigger.body("diff") }),
      ],
    });
  }
}
