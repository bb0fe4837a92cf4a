import { Reference } from "./reference.ts";

/** What every fire knows about itself. */
export class Trigger {
  /** Name of the event. */
  readonly name = new Reference(".trigger.name");
  /** When it fired, RFC 3339. */
  readonly firedAt = new Reference(".trigger.firedAt");
}

/** What a webhook's fire knows. */
export class WebhookTrigger extends Trigger {
  /**
   * A field of the request's JSON body, named by its path: `pull_request.title`, `commits.0.message`. Give a
   * list of keys where a key holds a dot. Without a path, the whole body as JSON.
   */
  body(path?: string | readonly string[]): Reference {
    const root = ".trigger.body";
    if (path === undefined) return new Reference(root);
    return Reference.to(root, typeof path === "string" ? path.split(".") : path);
  }
}

/** What a team-output fire knows. */
export class TeamOutputTrigger extends Trigger {
  /** The upstream team's result. */
  readonly output = new Reference(".trigger.output");
}
