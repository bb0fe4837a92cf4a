import { type AgentEvent, AgentEventResource } from "../../lib/api/agent-event.ts";
import { type AgentRun, AgentRunResource } from "../../lib/api/agent-run.ts";
import { type AgentTeam, AgentTeamResource } from "../../lib/api/agent-team.ts";
import { Label } from "../../lib/api/keys.ts";
import { keyOf } from "../../lib/api/object.ts";
import { fireIDOf, type SourceKey } from "../domain/firing/fire-id.ts";
import { hasEnded } from "../domain/firing/fires-of.ts";
import { isFireFlaw, type PlannedTarget, planFire } from "../domain/firing/plan-fire.ts";
import { type FireFacts, runDrafts } from "../domain/firing/run-drafts.ts";
import { RunIndex } from "../domain/firing/run-index.ts";
import type { FireCause } from "../domain/firing/trigger-context.ts";
import type { Cache } from "../ports/cache.ts";
import type { Store } from "../ports/store.ts";
import { StoreError, StoreErrorReason } from "../ports/store-error.ts";
import type { Templates } from "../ports/templates.ts";
import type { FireResult } from "./fire-result.ts";
import { completeFire, createRunZero } from "./store-fire.ts";

/** What is to be fired. */
export type FireOrder = {
  readonly event: AgentEvent;
  readonly cause: FireCause;
  readonly sourceKey: SourceKey;
  readonly firedAt: Date;
  /** SHA-256 of the webhook's body in hex. */
  readonly bodyDigest?: string | undefined;
};

/** Most turns tried for one fire: ended fires between the ledger's turn and a free one are few. */
const MAX_TURNS = 100;

/**
 * Turns fires into stored runs, on any replica (protocols A1, A2 and C). Nothing it does needs a leader, and
 * whatever it leaves behind when it dies, the leader finishes.
 */
export class Dispatcher {
  readonly #store: Store;
  readonly #runs: Cache<AgentRun>;
  readonly #teams: Cache<AgentTeam>;
  readonly #templates: Templates;

  constructor(store: Store, runs: Cache<AgentRun>, teams: Cache<AgentTeam>, templates: Templates) {
    this.#store = store;
    this.#runs = runs;
    this.#teams = teams;
    this.#templates = templates;
  }

  /** Fires once, however often it is asked for the same source key. Throws StoreError. */
  async fire(order: FireOrder): Promise<FireResult> {
    const { event, sourceKey } = order;
    const facts: FireFacts = {
      ...order,
      fireID: fireIDOf(event.metadata.uid, sourceKey),
      isKeyed: sourceKey.kind === "idempotency",
    };
    const plan = await this.#plan(order);
    if (isFireFlaw(plan)) {
      // What fired before a team went or a template changed is still answered as it was.
      const known = facts.isKeyed ? await this.#known(facts) : undefined;
      return known === undefined ? plan : this.#replay(facts, known);
    }
    return event.spec.concurrencyPolicy === "Forbid"
      ? this.#fireInTurn(facts, plan.targets)
      : this.#fireAtOnce(facts, plan.targets);
  }

  async #plan(order: FireOrder) {
    const { event, cause, firedAt } = order;
    const teams = await this.#teamsOf(event);
    return planFire({
      event,
      cause,
      firedAt,
      team: (name) => teams.get(name),
      render: (source, data, budget) => {
        const compiled = this.#templates.compile(source);
        return compiled.kind === "flaw" ? compiled : compiled.render(data, budget);
      },
    });
  }

  /** A team that the cache does not show may have been applied a moment ago: it is read live. */
  async #teamsOf(event: AgentEvent): Promise<Map<string, AgentTeam>> {
    const teams = new Map<string, AgentTeam>();
    for (const { team: name } of event.spec.targets) {
      const key = { namespace: event.metadata.namespace, name };
      const team = this.#teams.get(key) ?? (await this.#store.get(AgentTeamResource, key));
      if (team !== undefined) teams.set(name, team);
    }
    return teams;
  }

  async #fireAtOnce(facts: FireFacts, targets: readonly PlannedTarget[]): Promise<FireResult> {
    const [runZero] = runDrafts(facts, targets);
    if (runZero === undefined) return { kind: "gone" };
    const result = await createRunZero(this.#store, runZero);
    if (result.kind === "created") return completeFire(this.#store, result.run, false);
    if (result.kind === "same") return this.#replay(facts, result.run);
    throw new StoreError(
      StoreErrorReason.conflict,
      `the name ${runZero.metadata.name} belongs to another fire`,
    );
  }

  /** Protocol C: the create of a turn's run 0 is the lock, so at most one fire gets the turn. */
  async #fireInTurn(facts: FireFacts, targets: readonly PlannedTarget[]): Promise<FireResult> {
    const event = await this.#store.get(AgentEventResource, keyOf(facts.event));
    if (event === undefined || event.metadata.uid !== facts.event.metadata.uid) return { kind: "gone" };
    if (event.status?.observedGeneration !== event.metadata.generation) return { kind: "unobserved" };
    const known = await this.#known(facts);
    if (known !== undefined) return this.#replay(facts, known);
    // Its own runs do not block it: the same fire may have been made elsewhere since it was looked for.
    const isOther = (run: AgentRun) => run.spec.trigger.fireID !== facts.fireID;
    const blocking = this.#runs.byIndex(RunIndex.active, event.metadata.uid).find(isOther);
    if (blocking !== undefined) return skipped(facts, blocking);

    const first = event.status?.ledger?.turn ?? 0;
    for (let turn = first; turn < first + MAX_TURNS; turn++) {
      const [runZero] = runDrafts({ ...facts, turn }, targets);
      if (runZero === undefined) return { kind: "gone" };
      const result = await createRunZero(this.#store, runZero);
      if (result.kind === "created") return completeFire(this.#store, result.run, false);
      if (result.kind === "same") return this.#replay(facts, result.run);
      if (!hasEnded(result.run)) return skipped(facts, result.run);
    }
    return { kind: "unobserved" };
  }

  /** A fire that exists already. Only a caller's key can come back late, so only it is worth a live list. */
  async #known(facts: FireFacts): Promise<AgentRun | undefined> {
    const isRunZero = (run: AgentRun) => run.spec.trigger.index === 0 && run.spec.retryOf === undefined;
    const cached = this.#runs.byIndex(RunIndex.fire, facts.fireID).find(isRunZero);
    if (cached !== undefined) return (await this.#store.get(AgentRunResource, keyOf(cached))) ?? cached;
    if (!facts.isKeyed) return undefined;
    const { namespace } = facts.event.metadata;
    const labelSelector = `${Label.fire}=${facts.fireID}`;
    const { items } = await this.#store.list(AgentRunResource, { namespace, labelSelector });
    return items.find(isRunZero);
  }

  async #replay(facts: FireFacts, runZero: AgentRun): Promise<FireResult> {
    const { fireID } = facts;
    if (runZero.spec.trigger.bodyDigest !== facts.bodyDigest) return { kind: "mismatch", fireID };
    return completeFire(this.#store, runZero, true);
  }
}

function skipped(facts: FireFacts, blocking: AgentRun): FireResult {
  return { kind: "skipped", fireID: facts.fireID, blockedBy: blocking.metadata.name };
}
