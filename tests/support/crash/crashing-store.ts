import type { AgentRun } from "../../../lib/api/agent-run.ts";
import type { Draft, KubeObject, ObjectKey } from "../../../lib/api/object.ts";
import type { ResourceType } from "../../../lib/api/resource-type.ts";
import { hasEnded } from "../../../runtime/domain/firing/fires-of.ts";
import type {
  DeletePreconditions,
  ListOptions,
  Page,
  Store,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from "../../../runtime/ports/store.ts";

/** The writes of the protocols, each of which a process may die before or after. */
export const CRASH_POINTS = [
  "run-zero",
  "sibling",
  "event-status",
  "run-start",
  "step-begin",
  "step-end",
  "run-end",
  "history",
  "token",
] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];

/** At which write, and on which side of it, a process dies. */
export type Crash = {
  readonly point: CrashPoint;
  readonly side: "before" | "after";
  /** 1 for the first write of that kind. */
  readonly occurrence: number;
};

/** A store that calls `die` at a write of the protocols: before it is asked for, or once it is acknowledged. */
export class CrashingStore implements Store {
  readonly #store: Store;
  readonly #crash: Crash;
  readonly #die: () => void;
  readonly #steps = new Map<string, StepCounts>();
  #left: number;

  constructor(store: Store, crash: Crash, die: () => void) {
    this.#store = store;
    this.#crash = crash;
    this.#die = die;
    this.#left = crash.occurrence;
  }

  get<T extends KubeObject>(type: ResourceType<T>, key: ObjectKey): Promise<T | undefined> {
    return this.#store.get(type, key);
  }

  list<T extends KubeObject>(type: ResourceType<T>, options?: ListOptions): Promise<Page<T>> {
    return this.#store.list(type, options);
  }

  watch<T extends KubeObject>(type: ResourceType<T>, options: WatchOptions): AsyncIterable<WatchEvent<T>> {
    return this.#store.watch(type, options);
  }

  create<T extends KubeObject>(type: ResourceType<T>, draft: Draft<T>, options?: WriteOptions): Promise<T> {
    const write = () => this.#store.create(type, draft, options);
    if (type.kind === "Secret") return this.#pass("token", write);
    if (type.kind !== "AgentRun") return write();
    const { index } = (draft as unknown as Draft<AgentRun>).spec.trigger;
    return this.#pass(index === 0 ? "run-zero" : "sibling", write);
  }

  replace<T extends KubeObject>(type: ResourceType<T>, object: T, options?: WriteOptions): Promise<T> {
    return this.#store.replace(type, object, options);
  }

  replaceStatus<T extends KubeObject>(type: ResourceType<T>, object: T, options?: WriteOptions): Promise<T> {
    const write = () => this.#store.replaceStatus(type, object, options);
    if (type.kind === "AgentEvent") return this.#pass("event-status", write);
    return type.kind === "AgentRun"
      ? this.#pass(this.#runPoint(object as unknown as AgentRun), write)
      : write();
  }

  delete<T extends KubeObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    preconditions?: DeletePreconditions,
  ): Promise<void> {
    const write = () => this.#store.delete(type, key, preconditions);
    return type.kind === "AgentRun" ? this.#pass("history", write) : write();
  }

  #runPoint(run: AgentRun): CrashPoint {
    const before = this.#steps.get(run.metadata.uid);
    const after = countSteps(run);
    this.#steps.set(run.metadata.uid, after);
    if (hasEnded(run)) return "run-end";
    if (before === undefined) return "run-start";
    return after.attempts > before.attempts ? "step-begin" : "step-end";
  }

  async #pass<T>(point: CrashPoint, write: () => Promise<T>): Promise<T> {
    const { point: wanted, side } = this.#crash;
    const isIt = point === wanted && --this.#left === 0;
    if (isIt && side === "before") this.#die();
    const written = await write();
    if (isIt) this.#die();
    return written;
  }
}

type StepCounts = { readonly attempts: number };

function countSteps(run: AgentRun): StepCounts {
  return { attempts: (run.status?.steps ?? []).reduce((sum, step) => sum + (step.attempts ?? 0), 0) };
}
