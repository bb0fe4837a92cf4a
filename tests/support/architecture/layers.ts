/** A layer of the program: its folder, and the folders that it may import besides itself. */
export type Layer = { readonly folder: string; readonly mayImport: readonly string[] };

const base = ["lib/api", "runtime/domain", "runtime/ports"];
const work = [...base, "runtime/dispatch", "runtime/tasks"];
const inner = [
  ...work,
  "runtime/scheduler",
  "runtime/controller",
  "runtime/reconcilers",
  "runtime/http",
  "runtime/adapters",
];

/** The layers of design §8, the innermost folders first. What a layer may import is written out, and nothing else is. */
export const layers: readonly Layer[] = [
  { folder: "lib/api", mayImport: [] },
  { folder: "imports", mayImport: [] },
  // What is wrong with a schedule, a template or an object is judged at synth time as the operator judges it.
  { folder: "lib/teams", mayImport: ["lib/api", "imports", "runtime/domain"] },
  { folder: "lib", mayImport: ["lib/api", "lib/teams", "imports"] },
  { folder: "pack", mayImport: ["lib/api"] },
  { folder: "synth", mayImport: ["lib", "lib/api", "lib/teams", "imports"] },
  { folder: "runtime/domain", mayImport: ["lib/api"] },
  { folder: "runtime/ports", mayImport: ["lib/api", "runtime/domain"] },
  { folder: "runtime/dispatch", mayImport: base },
  { folder: "runtime/tasks", mayImport: base },
  { folder: "runtime/scheduler", mayImport: work },
  { folder: "runtime/controller", mayImport: base },
  { folder: "runtime/reconcilers", mayImport: work },
  { folder: "runtime/http", mayImport: work },
  { folder: "runtime/adapters", mayImport: base },
  { folder: "runtime/composition", mayImport: inner },
  { folder: "runtime/cli", mayImport: [...inner, "runtime/composition"] },
];

/** An import that the layers forbid and that is right nevertheless. */
export type Exception = { readonly from: string; readonly to: string; readonly reason: string };

/** Every exception has a reason; one that is used no more fails the test. */
export const exceptions: readonly Exception[] = [
  {
    from: "runtime/controller/controller.ts",
    to: "runtime/scheduler/due-timer.ts",
    reason:
      "One timer over a heap serves every wish for another look; the scheduler does not know the controller.",
  },
];
