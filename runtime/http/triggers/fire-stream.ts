import type { ObjectKey } from "../../../lib/api/object.ts";
import type { Fired } from "../../dispatch/fire-result.ts";
import { formatStreamEvent, STREAM_HEARTBEAT } from "../../domain/stream/format-stream-event.ts";
import { type StreamEvent, StreamEventName } from "../../domain/stream/stream-event.ts";
import type { Timer } from "../../ports/timers.ts";
import { acceptedBody, durationOf, type EventPlace, streamEndedBody } from "./fire-bodies.ts";
import { FireTeller } from "./fire-teller.ts";
import type { OpenStream } from "./open-streams.ts";
import { ProblemCode } from "./problem.ts";
import { CUT_GRACE_MS, SLOW_READER_MS, STREAM_HEARTBEAT_MS } from "./trigger-limits.ts";
import type { TriggerParts } from "./trigger-parts.ts";

/** A fire that a caller follows. */
export type StreamCall = {
  readonly place: EventPlace;
  readonly fired: Fired;
  readonly timeoutMs: number;
  readonly requestId: string;
  /** Ends the caller's connection, whatever is still to be sent. */
  readonly cut: () => void;
};

/** Why a stream ends before its runs have. */
type EarlyEnd = typeof ProblemCode.timeout | typeof ProblemCode.shuttingDown | typeof ProblemCode.slowReader;

const EXPLANATIONS: Record<EarlyEnd, string> = {
  [ProblemCode.timeout]: "the run did not end in time and goes on: poll it, or ask for a longer timeout",
  [ProblemCode.shuttingDown]: "this replica shuts down; the run goes on: poll it",
  [ProblemCode.slowReader]: "the stream was not read in time; the run goes on: poll it",
};

/**
 * What one caller is told of a fire. Nothing is made before the caller's connection takes it: what it has been told is
 * remembered and not what it has yet to be told, so a slow reader costs no memory and gets longer pieces instead. One
 * that takes nothing at all gives up its place.
 */
export class FireStream implements OpenStream {
  readonly runs: readonly ObjectKey[];
  readonly #parts: TriggerParts;
  readonly #call: StreamCall;
  readonly #teller: FireTeller;
  readonly #timeout: Timer;
  readonly #over = Promise.withResolvers<undefined>();
  #slow: Timer | undefined;
  #cut: Timer | undefined;
  #sleep = new AbortController();
  #hasNews = false;
  #sent = 0;
  #code: EarlyEnd | undefined;
  #isDone = false;

  constructor(parts: TriggerParts, call: StreamCall) {
    const { namespace } = call.place;
    this.#parts = parts;
    this.#call = call;
    this.runs = call.fired.runs.map(({ runName }) => ({ namespace, name: runName }));
    this.#teller = new FireTeller(parts, namespace, call.fired, () => this.#wake());
    this.#timeout = parts.timers.after(call.timeoutMs, () => this.#endEarly(ProblemCode.timeout));
  }

  changed(run: ObjectKey): void {
    this.#teller.changed(run);
  }

  shutDown(): void {
    this.#endEarly(ProblemCode.shuttingDown);
  }

  /** The caller has got everything, or is gone: leaves all tasks at once. The runs go on. */
  gone(): void {
    this.#isDone = true;
    this.#end();
    this.#cut?.cancel();
  }

  /** The event stream, to be read once. */
  body(): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder();
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      this.#slow?.cancel();
      const frame = await this.#nextFrame();
      if (frame === undefined) return;
      controller.enqueue(encoder.encode(frame));
      if (this.#isDone) controller.close();
      else this.#slow = this.#after(SLOW_READER_MS, ProblemCode.slowReader);
    };
    const orBreak = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      try {
        await pull(controller);
      } catch (error) {
        this.#parts.logger.error("stream broke", {
          requestId: this.#call.requestId,
          error: error as Error,
        });
        this.#call.cut();
      }
    };
    // Nothing is made ahead of what the connection takes.
    return new ReadableStream({ pull: orBreak, cancel: () => this.gone() }, { highWaterMark: 0 });
  }

  /** The next event or sign of life; undefined where the caller is gone. */
  async #nextFrame(): Promise<string | undefined> {
    const { place, fired } = this.#call;
    if (this.#sent === 0)
      return this.#frame({ name: StreamEventName.fireAccepted, data: acceptedBody(place, fired) });
    while (!this.#isDone) {
      this.#hasNews = false;
      if (this.#code !== undefined) return this.#lastFrame();
      const event = await Promise.race([this.#teller.next(), this.#over.promise]);
      if (this.#isDone) return undefined;
      if (event !== undefined) return this.#frame(event);
      if (this.#code === undefined && this.#teller.isOver) return this.#lastFrame();
      if (!(await this.#newsCome())) return STREAM_HEARTBEAT;
    }
    return undefined;
  }

  /** Waits for news, but not longer than a proxy lets a connection be silent. */
  async #newsCome(): Promise<boolean> {
    if (!this.#hasNews) {
      this.#sleep = new AbortController();
      await this.#parts.timers.sleep(STREAM_HEARTBEAT_MS, this.#sleep.signal);
    }
    return this.#hasNews;
  }

  #wake(): void {
    this.#hasNews = true;
    this.#sleep.abort();
  }

  #frame(event: StreamEvent): string {
    this.#sent += 1;
    return formatStreamEvent(this.#sent, event);
  }

  #lastFrame(): string {
    const { fired, requestId } = this.#call;
    const { clock, runs } = this.#parts;
    const code = this.#code;
    const standing = this.#teller.standing;
    this.#isDone = true;
    this.#end();
    const cached = this.runs.map((key) => runs.get(key));
    const durationMs = durationOf(fired.firedAt, cached, clock.now());
    const why = code === undefined ? {} : { code, error: EXPLANATIONS[code] };
    const data = streamEndedBody(fired, standing, { durationMs, requestId, ...why });
    return this.#frame({ name: StreamEventName.streamEnded, data });
  }

  #after(delayMs: number, code: EarlyEnd): Timer {
    return this.#parts.timers.after(delayMs, () => this.#endEarly(code));
  }

  #endEarly(code: EarlyEnd): void {
    if (this.#code !== undefined || this.#isDone) return;
    this.#code = code;
    this.#end();
  }

  /** Leaves all tasks; what is left to be sent has to be taken soon. */
  #end(): void {
    this.#timeout.cancel();
    this.#slow?.cancel();
    this.#teller.close();
    this.#over.resolve(undefined);
    this.#cut ??= this.#parts.timers.after(CUT_GRACE_MS, this.#call.cut);
    this.#wake();
  }
}
