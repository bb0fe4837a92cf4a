import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Clock } from "../../ports/clock.ts";
import type { Change } from "./change.ts";
import { Transaction } from "./transaction.ts";

/** A write, carried out inside a transaction; what it throws undoes it alone. */
export type Work<R> = (transaction: Transaction) => R;

type Job = {
  readonly work: Work<unknown>;
  readonly isDryRun: boolean;
  resolve(result: unknown): void;
  reject(error: unknown): void;
};
type Outcome = { readonly job: Job; readonly result?: unknown; readonly error?: unknown };

/** Most writes of one transaction, and how long it takes at most before it is committed: other work gets its turn. */
const MAX_WRITES = 512;
const TURN_MS = 10;

/**
 * Puts all writes of one turn of the event loop into one transaction, each behind a savepoint of its own:
 * the disk is asked to sync once for all of them. A write is answered after the commit and never before.
 */
export class WriteQueue {
  readonly #database: DatabaseSync;
  readonly #clock: Clock;
  readonly #saveVersion: StatementSync;
  readonly #savepoint: StatementSync;
  readonly #rollBackTo: StatementSync;
  readonly #release: StatementSync;
  readonly #onCommit: (changes: readonly Change[]) => void;
  #jobs: Job[] = [];
  #isScheduled = false;
  #version: number;

  constructor(database: DatabaseSync, clock: Clock, onCommit: (changes: readonly Change[]) => void) {
    this.#database = database;
    this.#clock = clock;
    this.#onCommit = onCommit;
    this.#savepoint = database.prepare("SAVEPOINT write");
    this.#rollBackTo = database.prepare("ROLLBACK TO write");
    this.#release = database.prepare("RELEASE write");
    this.#saveVersion = database.prepare("UPDATE counter SET version = ?");
    this.#version = Number(database.prepare("SELECT version FROM counter").get()?.["version"]);
  }

  /** The latest committed version. */
  get version(): number {
    return this.#version;
  }

  /** Queues a write; resolves once it is on disk, or for a dry run once it has been tried. */
  submit<R>(work: Work<R>, isDryRun = false): Promise<R> {
    return new Promise<unknown>((resolve, reject) => {
      this.#jobs.push({ work, isDryRun, resolve, reject });
      this.#schedule();
    }) as Promise<R>;
  }

  /** Carries out all that is queued, now. */
  drain(): void {
    while (this.#jobs.length > 0) this.#commitSome();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#commitSome();
      if (this.#jobs.length > 0) this.#schedule();
    });
  }

  #commitSome(): void {
    if (this.#jobs.length === 0) return;
    const transaction = new Transaction(this.#version);
    let outcomes: readonly Outcome[];
    try {
      outcomes = this.#commit(transaction);
    } catch (error) {
      this.#rollBack();
      for (const job of this.#jobs.splice(0, MAX_WRITES)) job.reject(error);
      return;
    }
    this.#jobs.splice(0, outcomes.length);
    // A process that dies before the commit has answered nobody; from here on every write is on disk.
    this.#version = transaction.version;
    this.#onCommit(transaction.changes);
    for (const { job, result, error } of outcomes) {
      if (error === undefined) job.resolve(result);
      else job.reject(error);
    }
  }

  /** Commits the first of the jobs, as many as there is time for, and says what came of them. */
  #commit(transaction: Transaction): readonly Outcome[] {
    this.#database.exec("BEGIN IMMEDIATE");
    const endsMs = this.#clock.monotonicMs() + TURN_MS;
    const outcomes: Outcome[] = [];
    for (const job of this.#jobs) {
      outcomes.push(this.#attempt(job, transaction));
      if (outcomes.length === MAX_WRITES || this.#clock.monotonicMs() >= endsMs) break;
    }
    if (transaction.version !== this.#version) this.#saveVersion.run(transaction.version);
    this.#database.exec("COMMIT");
    return outcomes;
  }

  #attempt(job: Job, transaction: Transaction): Outcome {
    const { version } = transaction;
    this.#savepoint.run();
    try {
      const result = job.work(transaction);
      if (job.isDryRun) this.#undo(transaction, version);
      this.#release.run();
      return { job, result };
    } catch (error) {
      // A full disk may have ended the whole transaction: then there is no savepoint to go back to.
      if (!this.#database.isTransaction) throw error;
      this.#undo(transaction, version);
      this.#release.run();
      return { job, error };
    }
  }

  #undo(transaction: Transaction, version: number): void {
    this.#rollBackTo.run();
    transaction.rewind(version);
  }

  #rollBack(): void {
    try {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
    } catch {
      // The next BEGIN fails and says why.
    }
  }
}
