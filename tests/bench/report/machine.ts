import { cpus, loadavg, release, totalmem } from "node:os";

/** What a result was measured on, and how busy that was. */
export type Machine = {
  readonly node: string;
  readonly kernel: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGB: number;
  /** Average number of processes that wanted a core over the last minute. */
  readonly load: number;
};

/** Describes the machine as it is now. */
export function describeMachine(): Machine {
  const all = cpus();
  return {
    node: process.version,
    kernel: `${process.platform} ${release()}`,
    cpu: all[0]?.model.trim() ?? "unknown",
    cores: all.length,
    memoryGB: Math.round(totalmem() / 1e9),
    load: loadavg()[0] ?? Number.NaN,
  };
}
