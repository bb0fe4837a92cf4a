import type { KubeObject } from "../../lib/api/object.ts";
import type { RecordReason } from "../../lib/api/reason.ts";

/** Something that happened to an object, for `kubectl describe`. */
export type Occurrence = {
  readonly about: KubeObject;
  readonly type: "Normal" | "Warning";
  readonly reason: RecordReason;
  /** A sentence; never a secret, a prompt or an output. */
  readonly message: string;
};

/** Records Kubernetes Events, correlated and rate-limited. Never throws and never waits. */
export interface Recorder {
  record(occurrence: Occurrence): void;
}
