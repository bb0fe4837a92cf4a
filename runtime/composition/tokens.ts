import type { DependencyContainer, InjectionToken } from "tsyringe";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import type { Metrics } from "../ports/metrics.ts";
import type { Random } from "../ports/random.ts";
import type { Recorder } from "../ports/recorder.ts";
import type { Schedules } from "../ports/schedules.ts";
import type { Store } from "../ports/store.ts";
import type { Tasks } from "../ports/tasks.ts";
import type { Templates } from "../ports/templates.ts";
import type { Timers } from "../ports/timers.ts";
import type { ControlLoops } from "./control-loops.ts";
import type { Hosting } from "./hosting.ts";
import type { Settings } from "./settings.ts";
import type { World } from "./world.ts";

/** A token that carries the type of what it stands for. */
function token<T>(name: string): InjectionToken<T> {
  return Symbol(name) as InjectionToken<T>;
}

/** What a container holds, under the names of the ports. */
export const Token = {
  settings: token<Settings>("Settings"),
  clock: token<Clock>("Clock"),
  timers: token<Timers>("Timers"),
  random: token<Random>("Random"),
  logger: token<Logger>("Logger"),
  metrics: token<Metrics>("Metrics"),
  store: token<Store>("Store"),
  templates: token<Templates>("Templates"),
  schedules: token<Schedules>("Schedules"),
  recorder: token<Recorder>("Recorder"),
  world: token<World>("World"),
  hosting: token<Hosting>("Hosting"),
  tasks: token<Tasks>("Tasks"),
  dispatcher: token<Dispatcher>("Dispatcher"),
  loops: token<ControlLoops>("ControlLoops"),
} as const;

/** Makes something once a container, when it is first asked for. */
export type Provide = <T>(token: InjectionToken<T>, make: (container: DependencyContainer) => T) => void;
