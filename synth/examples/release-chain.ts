import type { Construct } from "constructs";
import { AgentPool, dedent, Team, TeamOutputEvent, WebhookEvent } from "../../lib/teams/index.ts";
import { ExampleChart, type ExampleProps } from "./example-chart.ts";

/**
 * Two teams in a chain. A webhook with `{"version": "…", "commits": ["…"]}` starts the one that writes release
 * notes; whenever it succeeds, its output starts the one that announces them.
 */
export class ReleaseChain extends ExampleChart {
  constructor(scope: Construct, id: string, { model }: ExampleProps) {
    super(scope, id);
    const editor = new AgentPool(this, "release-editor", {
      model,
      systemPrompt: "You write for people who use the product and have not read its code.",
      replicas: 2,
    });

    const notes = new Team(this, "release-notes", {
      needs: ["version", "commits"],
      steps: {
        sort: {
          service: editor,
          prompt: ({ input }) => `Sort these commits into new, fixed and changed:\n\n${input.commits}`,
        },
        notes: {
          service: editor,
          prompt: ({ input, steps }) =>
            `Write the release notes of version ${input.version} from:\n\n${steps.sort.output}`,
        },
      },
    });
    const announcement = new Team(this, "release-announcement", {
      needs: ["notes"],
      steps: {
        mail: {
          service: editor,
          prompt: ({ input }) => `Write a mail to our users about this release:\n\n${input.notes}`,
        },
        post: {
          service: editor,
          prompt: ({ input }) => `Write a post of at most 300 characters about:\n\n${input.notes}`,
        },
      },
      output: ({ steps }) => dedent`
        ${steps.mail.output}

        ${steps.post.output}
      `,
    });

    new WebhookEvent(this, "release", {
      targets: (trigger) => [
        notes.target({ version: trigger.body("version"), commits: trigger.body("commits").toJson() }),
      ],
    });
    new TeamOutputEvent(this, "announce-release", {
      upstream: notes,
      targets: (trigger) => [announcement.target({ notes: trigger.output })],
    });
  }
}
