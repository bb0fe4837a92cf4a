import type { ObjectKey } from "../../lib/api/object.ts";
import type { AgentEndpoints } from "../ports/agent-endpoints.ts";
import type { Reconciler } from "../ports/reconciler.ts";
import type { Tasks } from "../ports/tasks.ts";

/** Where agents run: in this process, or as pods. Every replica has one; only the leader has it do anything. */
export type Hosting = {
  readonly endpoints: AgentEndpoints;
  /** Gives pods tasks. */
  readonly tasks: Tasks;
  /** Makes agents' pods what their specs want. */
  readonly reconciler: Reconciler;
  /** Calls `enqueue` with each agent that has to be looked at for what only its host knows; returns how to stop. */
  onAgent(enqueue: (key: ObjectKey) => void): () => void;
  /** Keeps what it reads equal to the store; ends with the signal. */
  run(signal: AbortSignal): Promise<void>;
  /** Resolves once all that it reads is known. */
  readonly whenSynced: Promise<void>;
  /** Ends what it has done as a leader: the next one goes on. */
  letGo(): void;
  /** Takes down what runs in this process within a grace, and closes its connections. */
  stop(graceMs: number): Promise<void>;
};
