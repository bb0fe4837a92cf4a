import type { AgentRun } from "../../../lib/api/agent-run.ts";
import { hasEnded } from "../../domain/firing/fires-of.ts";
import { nothingTold, runNews } from "../../domain/stream/run-news.ts";
import { StreamEventName } from "../../domain/stream/stream-event.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Timer, Timers } from "../../ports/timers.ts";
import type { Screen } from "../terminal.ts";
import { liveView } from "../views/live-view.ts";
import { newsLines, outputLines, runEnd } from "../views/news-lines.ts";
import { inColour, inPlain } from "../views/paint.ts";
import { LiveScreen } from "./live-screen.ts";

/** Shows a run as it goes on. */
export interface RunReport {
  show(run: AgentRun): void;
  /** Leaves what is shown as it is; safe to call twice. */
  end(): void;
}

/** How often what is drawn moves. */
const FRAME_MS = 100;
/** Lines that stay visible above what is drawn. */
const ROWS_ABOVE = 2;

/** What a report is made with. */
export type ReportParts = { readonly screen: Screen; readonly clock: Clock; readonly timers: Timers };

/** A report for a place: drawn on a terminal, lines of what happens anywhere else. */
export function runReport(parts: ReportParts): RunReport {
  return parts.screen.isLive ? new LiveReport(parts) : new PlainReport(parts);
}

class PlainReport implements RunReport {
  readonly #parts: ReportParts;
  #told = nothingTold;

  constructor(parts: ReportParts) {
    this.#parts = parts;
  }

  show(run: AgentRun): void {
    const { told, events } = runNews(this.#told, run);
    this.#told = told;
    const { screen, clock } = this.#parts;
    for (const line of newsLines(run, events, { now: clock.now() })) screen.write(`${line}\n`);
  }

  end(): void {}
}

class LiveReport implements RunReport {
  readonly #parts: ReportParts;
  readonly #live: LiveScreen;
  readonly #over = new AbortController();
  #told = nothingTold;
  #run: AgentRun | undefined;
  #frame = 0;
  #timer: Timer | undefined;

  constructor(parts: ReportParts) {
    this.#parts = parts;
    this.#live = new LiveScreen(parts.screen);
    parts.screen.onResize(() => this.#draw([]), this.#over.signal);
  }

  show(run: AgentRun): void {
    this.#run = run;
    const { told, events } = runNews(this.#told, run);
    this.#told = told;
    const ended = events
      .filter(({ name }) => name === StreamEventName.stepCompleted)
      .map(({ data }) => run.status?.steps?.find(({ name }) => name === data["step"]));
    const outputs = ended.flatMap((step) => (step === undefined ? [] : outputLines(step, this.#options())));
    this.#draw(outputs);
    if (hasEnded(run)) this.end();
    else this.#timer ??= this.#parts.timers.after(FRAME_MS, () => this.#move());
  }

  end(): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    this.#timer?.cancel();
    const run = this.#run;
    if (run !== undefined && hasEnded(run)) this.#parts.screen.write(`${runEnd(run, this.#options())}\n`);
  }

  #move(): void {
    this.#frame++;
    this.#draw([]);
    this.#timer = this.#parts.timers.after(FRAME_MS, () => this.#move());
  }

  #draw(lasting: readonly string[]): void {
    if (this.#run === undefined || this.#over.signal.aborted) return;
    const { columns, rows } = this.#parts.screen.size();
    // A line that fills the last column would begin another one on some terminals.
    const size = { width: columns - 1, rows: Math.max(1, rows - ROWS_ABOVE) };
    this.#live.draw(lasting, liveView(this.#run, { ...this.#options(), ...size, frame: this.#frame }));
  }

  #options() {
    const { screen, clock } = this.#parts;
    return { now: clock.now(), paint: screen.hasColour ? inColour : inPlain };
  }
}
