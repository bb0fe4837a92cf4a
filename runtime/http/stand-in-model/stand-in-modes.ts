import { z } from "zod";

/** How a stand-in can answer: well, or wrongly in the ways that a health check has to notice. */
export const STAND_IN_MODES = [
  "healthy",
  "unhealthy-word",
  "refusal",
  "html",
  "empty",
  "truncated",
  "error-500",
  "rate-limit",
  "hang",
  "slow",
  "garbage",
] as const;
export type StandInMode = (typeof STAND_IN_MODES)[number];

/** A mode with what belongs to it. */
export type ModeSetting = {
  readonly mode: StandInMode;
  /** Whether only calls without streaming are answered so: Tocsin checks without, and works with streaming. */
  readonly forChecksOnly: boolean;
  /** How long `slow` waits before each piece of an answer, in milliseconds. */
  readonly delayMs: number;
};

const DEFAULT_SLOW_DELAY_MS = 1_000;
const MAX_SLOW_DELAY_MS = 600_000;
/** Most models with a mode of their own. */
export const MAX_MODELS_WITH_MODE = 100;

/** What is sent to set a mode; without a model it is for all that have none of their own. */
export const modeChangeSchema = z.strictObject({
  mode: z.enum(STAND_IN_MODES),
  model: z.string().min(1).max(256).optional(),
  forChecksOnly: z.boolean().default(false),
  delayMs: z.int().min(0).max(MAX_SLOW_DELAY_MS).default(DEFAULT_SLOW_DELAY_MS),
});
export type ModeChange = z.infer<typeof modeChangeSchema>;

const HEALTHY: ModeSetting = { mode: "healthy", forChecksOnly: false, delayMs: DEFAULT_SLOW_DELAY_MS };

/** Remembers which model has to answer how. */
export class StandInModes {
  #fallback: ModeSetting = HEALTHY;
  readonly #byModel = new Map<string, ModeSetting>();

  /** Sets a mode; false where too many models have one of their own. */
  set({ model, ...setting }: ModeChange): boolean {
    if (model === undefined) this.#fallback = setting;
    else if (!this.#byModel.has(model) && this.#byModel.size >= MAX_MODELS_WITH_MODE) return false;
    else this.#byModel.set(model, setting);
    return true;
  }

  /** How a call for `model` is answered. */
  for(model: string, isStreaming: boolean): ModeSetting {
    const setting = this.#byModel.get(model) ?? this.#fallback;
    return setting.forChecksOnly && isStreaming ? HEALTHY : setting;
  }

  /** All that is set. */
  list(): { readonly default: ModeSetting; readonly models: Readonly<Record<string, ModeSetting>> } {
    return { default: this.#fallback, models: Object.fromEntries(this.#byModel) };
  }
}
