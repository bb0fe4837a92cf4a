import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import type { AgentRun } from "../../../lib/api/agent-run.ts";
import type { Secret } from "../../../lib/api/core-types.ts";
import type { Dispatcher } from "../../dispatch/dispatcher.ts";
import type { AgentEndpoints } from "../../ports/agent-endpoints.ts";
import type { Cache } from "../../ports/cache.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Metrics } from "../../ports/metrics.ts";
import type { Random } from "../../ports/random.ts";
import type { Recorder } from "../../ports/recorder.ts";
import type { Store } from "../../ports/store.ts";
import type { Tasks } from "../../ports/tasks.ts";
import type { Timers } from "../../ports/timers.ts";
import type { TriggerLimits } from "./trigger-limits.ts";

/** What the webhook endpoint works with. */
export type TriggerParts = {
  readonly store: Store;
  readonly events: Cache<AgentEvent>;
  readonly runs: Cache<AgentRun>;
  /** Token Secrets, with digests in the place of tokens. */
  readonly secrets: Cache<Secret>;
  readonly dispatcher: Dispatcher;
  /** The pods that this process knows, whose tasks it may join. */
  readonly endpoints: AgentEndpoints;
  readonly tasks: Tasks;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly limits: TriggerLimits;
};
