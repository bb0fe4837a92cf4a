import type { TemplateData, TemplateValue } from "../template/template-value.ts";

/** What a fire brings along, by its source. */
export type FireCause =
  | { readonly type: "webhook"; readonly body: { readonly [key: string]: TemplateValue } }
  | { readonly type: "cron"; readonly slot: Date }
  | { readonly type: "team-output"; readonly upstream: Upstream };

/** The ended run that fired a team-output event. */
export type Upstream = {
  readonly team: string;
  readonly run: string;
  readonly uid: string;
  readonly output: string;
  /** Teams that led to that run, the run's own included. */
  readonly chain: readonly string[];
};

/** What target templates can read: the specification's template context. */
export function triggerContext(event: string, firedAt: Date, cause: FireCause): TemplateData {
  const common = { name: event, firedAt: rfc3339(firedAt) };
  switch (cause.type) {
    case "webhook":
      return { trigger: { ...common, body: cause.body } };
    case "cron":
      return { trigger: common };
    case "team-output":
      return { trigger: { ...common, output: cause.upstream.output } };
  }
}

/** RFC 3339 in whole seconds where the instant has no fraction: `2026-01-01T08:00:00Z`. */
export function rfc3339(instant: Date): string {
  return instant.toISOString().replace(".000Z", "Z");
}
