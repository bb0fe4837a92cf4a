/** Serves webhooks from a data folder with no leader at work: what a replica does that only takes fires in. */
import { HttpTasks } from "../../../runtime/adapters/agents/http-tasks.ts";
import { EtaTemplates } from "../../../runtime/adapters/eta/eta-templates.ts";
import { PinoLogger } from "../../../runtime/adapters/logging/pino-logger.ts";
import { SystemClock } from "../../../runtime/adapters/node/system-clock.ts";
import { SystemRandom } from "../../../runtime/adapters/node/system-random.ts";
import { SystemTimers } from "../../../runtime/adapters/node/system-timers.ts";
import { PrometheusMetrics } from "../../../runtime/adapters/prometheus/prometheus-metrics.ts";
import { StoreRecorder } from "../../../runtime/adapters/recorder/store-recorder.ts";
import { World } from "../../../runtime/composition/world.ts";
import { Dispatcher } from "../../../runtime/dispatch/dispatcher.ts";
import { listen } from "../../../runtime/http/server/listen.ts";
import { DEFAULT_TRIGGER_LIMITS } from "../../../runtime/http/triggers/trigger-limits.ts";
import { triggersApp } from "../../../runtime/http/triggers/triggers-app.ts";
import { say, told } from "../load/child.ts";
import { openIntakeStore } from "./open-intake-store.ts";

const [place = ""] = process.argv.slice(2);
const ports = {
  clock: new SystemClock(),
  timers: new SystemTimers(),
  random: new SystemRandom(),
  logger: PinoLogger.open("warn"),
};
const { store, namespaces, close } = await openIntakeStore(place, ports);
const world = new World({ store, ...ports, namespaces });
const end = new AbortController();
await world.start(end.signal);
const { events, runs, teams, secrets } = world;
const triggers = triggersApp({
  ...ports,
  store,
  events,
  runs,
  secrets,
  // Nobody does the bench's step, and no caller joins one.
  endpoints: { of: () => [], find: () => undefined, isGone: () => true, onChange: () => () => {} },
  tasks: new HttpTasks(() => undefined),
  dispatcher: new Dispatcher(store, runs, teams, new EtaTemplates()),
  recorder: new StoreRecorder({ store, ...ports }),
  metrics: new PrometheusMetrics(),
  limits: { ...DEFAULT_TRIGGER_LIMITS, fireRate: { perSecond: 0, burst: 0 } },
});
const webhook = await listen(triggers.app, { hostname: "127.0.0.1", port: 0, ...ports });
say({ url: webhook.url });
await told();
triggers.shutDown();
await webhook.close(1_000);
end.abort();
await world.stopped();
await close();
