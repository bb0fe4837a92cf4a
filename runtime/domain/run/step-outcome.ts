/** How an attempt at a step ended, as the executor reports it. */
export type StepOutcome =
  | {
      readonly kind: "succeeded";
      readonly output: string;
      readonly tokens?: { readonly prompt: number; readonly completion: number } | undefined;
    }
  | {
      readonly kind: "failed";
      readonly reason: string;
      readonly message: string;
      readonly isRetryable: boolean;
    }
  /** The pod is gone, and the attempt with it. */
  | { readonly kind: "lost" }
  /** The pod did not take the task: it is chosen again, and no attempt was made. */
  | { readonly kind: "refused" };
