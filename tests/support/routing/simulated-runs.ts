import { RoutedWorld } from "./routed-world.ts";

/** One thing that happens; numbers choose among what there is. */
export type Happening = { readonly kind: (typeof HAPPENINGS)[number]; readonly pick: number };

/** What may happen to runs and pods. */
export const HAPPENINGS = ["arrive", "look", "end", "cancel", "flip", "die", "start"] as const;

type Run = { readonly name: string; readonly service: string; podUID?: string };

const SERVICES = ["writers", "all"];
const PLACES = 2;

/** Runs that come and go, and pods that turn and die under them, as the run controller would have it. */
export class SimulatedRuns {
  readonly world = new RoutedWorld();
  /** Breaches of what a router promises. */
  readonly breaches: string[] = [];
  readonly #runs = new Map<string, Run>();
  #made = 0;
  #pods = 0;

  constructor() {
    this.world.addService("all", {});
    this.world.addAgent("a");
    this.world.addAgent("b", { does: "other" });
    for (let i = 0; i < 3; i++) this.#startPod();
  }

  async happen({ kind, pick }: Happening): Promise<void> {
    switch (kind) {
      case "arrive":
        return this.#look(this.#arrive(pick));
      case "look":
        return this.#lookAtWoken(pick);
      case "end":
        return this.#end(
          choice(
            [...this.#runs.values()].filter((run) => run.podUID !== undefined),
            pick,
          ),
        );
      case "cancel":
        return this.#cancel(choice([...this.#runs.values()], pick));
      case "flip": {
        const pod = choice(this.#living(), pick);
        if (pod !== undefined) this.world.endpoints.change(pod.podUID, { isReady: !pod.isReady });
        return;
      }
      case "die":
        return this.#die(choice(this.#living(), pick)?.podUID);
      case "start":
        if (this.#living().length < 3) this.#startPod();
    }
  }

  /** Lets everything end that can, heals all pods, and goes on; returns the runs that nobody ever woke. */
  async finish(): Promise<readonly string[]> {
    await this.#settle();
    const places = new Set(this.#living().flatMap(({ isReady, agent }) => (isReady ? [agent] : [])));
    for (const { name, service } of this.#runs.values()) {
      if (places.has("a") || (service === "all" && places.size > 0))
        this.breaches.push(`${name} was not woken`);
    }
    // Two in a row are one of each agent, so that every service has a pod.
    for (let i = 0; i < 2; i++) this.#startPod();
    for (const { podUID } of this.#living()) this.world.endpoints.change(podUID, { isReady: true });
    await this.#settle();
    return [...this.#runs.keys()];
  }

  async #settle(): Promise<void> {
    for (;;) {
      await this.happen({ kind: "look", pick: 0 });
      const running = [...this.#runs.values()].find((run) => run.podUID !== undefined);
      if (running !== undefined) await this.#end(running);
      else if (this.world.woken.length === 0) return;
    }
  }

  #arrive(pick: number): Run {
    const run = { name: `r${this.#made++}`, service: choice(SERVICES, pick) ?? "" };
    this.#runs.set(run.name, run);
    return run;
  }

  async #lookAtWoken(pick: number): Promise<void> {
    const { woken } = this.world;
    const [name] = woken.splice(woken.length === 0 ? 0 : pick % woken.length, 1);
    if (name === undefined) return;
    // A cancelled run is looked at as well, and takes nothing.
    await this.#look(this.#runs.get(name) ?? { name, service: "gone", podUID: "gone" });
  }

  async #look(run: Run): Promise<void> {
    await this.world.router.turn({ namespace: "default", name: run.name }, async () => {
      if (run.podUID !== undefined) return;
      const podUID = this.world.choose(run.name, { service: run.service });
      if (podUID === undefined) return;
      if (this.world.endpoints.find(podUID)?.isReady !== true) this.breaches.push(`${podUID} is not ready`);
      run.podUID = podUID;
      const there = [...this.#runs.values()].filter((other) => other.podUID === podUID).length;
      if (there > PLACES) this.breaches.push(`${podUID} has ${there} tasks`);
    });
  }

  async #end(run: Run | undefined): Promise<void> {
    if (run?.podUID === undefined) return;
    this.#runs.delete(run.name);
    this.world.release(run.name, run.podUID);
  }

  async #cancel(run: Run | undefined): Promise<void> {
    if (run === undefined) return;
    this.#runs.delete(run.name);
    if (run.podUID !== undefined) this.world.release(run.name, run.podUID);
  }

  /** The tasks of a pod that died are attempted elsewhere. */
  async #die(podUID: string | undefined): Promise<void> {
    if (podUID === undefined) return;
    this.world.endpoints.remove(podUID);
    for (const run of [...this.#runs.values()].filter((each) => each.podUID === podUID)) {
      delete run.podUID;
      this.world.release(run.name, podUID);
      await this.#look(run);
    }
  }

  #startPod(): void {
    const number = this.#pods++;
    this.world.addPod(`p${number}`, number % 2 === 0 ? "a" : "b", PLACES);
  }

  #living() {
    return ["a", "b"].flatMap((agent) => this.world.endpoints.of("default", agent));
  }
}

function choice<T>(among: readonly T[], pick: number): T | undefined {
  return among[pick % Math.max(1, among.length)];
}
