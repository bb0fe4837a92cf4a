/** Files that are parts of something larger, and the test that puts them through their paces together. */
export type TestedThrough = { readonly folder: string; readonly test: string };

/** The parts that have no tests of their own. The tests named here have to exist. */
export const testedThrough: readonly TestedThrough[] = [
  // Every one of these rules is there for some of the labelled answers, all of which are judged.
  { folder: "runtime/domain/health", test: "tests/runtime/domain/health/labelled-answers.test.ts" },
  // A store admits and refuses the same cases over its contract.
  { folder: "runtime/domain/resource", test: "tests/runtime/domain/resource/admit.test.ts" },
  { folder: "runtime/domain/template", test: "tests/runtime/adapters/eta/eta-templates.test.ts" },
  // It takes a cluster.
  {
    folder: "runtime/adapters/kubernetes",
    test: "tests/runtime/adapters/kubernetes/kubernetes-store.cluster.test.ts",
  },
];

/** Tests of a folder as a whole, which bear no file's name. */
export const folderTests: readonly string[] = [
  "tests/lib/crds/rule-cost.cluster.test.ts",
  "tests/lib/teams/typing.test.ts",
  "tests/runtime/adapters/sqlite/file-contract.test.ts",
  "tests/runtime/adapters/sqlite/memory-contract.test.ts",
  "tests/runtime/domain/health/labelled-answers.test.ts",
  "tests/runtime/domain/health/read-labelled-answers.test.ts",
  "tests/runtime/domain/health/request/asked-for.test.ts",
];
