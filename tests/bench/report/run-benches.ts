import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Findings, isMet, middle } from "./figure.ts";
import { figureTable } from "./figure-table.ts";
import { describeMachine } from "./machine.ts";
import { svgPlot } from "./svg-plot.ts";

/** What a bench is asked for by name. */
export type Benches = Readonly<Record<string, (rounds: number) => Promise<Findings>>>;

const DEFAULT_ROUNDS = 3;

/**
 * Runs the benches that are named (`[names] [--rounds 3] [--out folder]`), or all: prints tables, and writes
 * `<title>.json` and a plot each. Figures are no verdict: a goal that is missed fails nothing, a bench that breaks does.
 */
export async function runBenches(title: string, benches: Benches, args: readonly string[]): Promise<void> {
  const { positionals: asked, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { out: { type: "string", default: "out/bench" }, rounds: { type: "string" } },
  });
  const rounds = Number(values.rounds ?? DEFAULT_ROUNDS);
  const unknown = asked.filter((name) => benches[name] === undefined);
  if (unknown.length > 0 || !Number.isInteger(rounds) || rounds < 1) {
    throw new Error(`there are the benches ${Object.keys(benches).join(", ")}, and --rounds of 1 or more`);
  }
  mkdirSync(values.out, { recursive: true });
  const machine = describeMachine();
  console.log(machineText(machine));
  const results: object[] = [];
  for (const [name, bench] of Object.entries(benches)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    results.push(await runOne(name, () => bench(rounds), values.out));
    writeFileSync(
      join(values.out, `${title}.json`),
      `${JSON.stringify({ at: new Date().toISOString(), machine, rounds, results }, undefined, 2)}\n`,
    );
  }
}

async function runOne(name: string, bench: () => Promise<Findings>, out: string): Promise<object> {
  console.log(`\n${name}`);
  try {
    const { figures, plots = [] } = await bench();
    const { load } = describeMachine();
    for (const line of figureTable(figures)) console.log(`  ${line}`);
    console.log(`  load while it ran: ${load.toFixed(1)}`);
    for (const [index, plot] of plots.entries()) {
      writeFileSync(join(out, `${name}${index === 0 ? "" : `-${index}`}.svg`), svgPlot(plot));
    }
    const measured = figures.map((figure) => ({ ...figure, median: middle(figure), isMet: isMet(figure) }));
    return { name, load, figures: measured, plots };
  } catch (error) {
    console.log(`  broken: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
    return { name, broken: String(error) };
  }
}

function machineText({
  node,
  kernel,
  cpu,
  cores,
  memoryGB,
  load,
}: ReturnType<typeof describeMachine>): string {
  return `Node ${node}, ${kernel}, ${cores} × ${cpu}, ${memoryGB} GB, load ${load.toFixed(1)} at the start`;
}
