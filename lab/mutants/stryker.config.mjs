import { availableParallelism } from "node:os";
import { MUTANT_GROUPS } from "./groups.mjs";

const { MUTANTS: name = "rules" } = process.env;

export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "lab/mutants/vitest.config.ts", pool: "forks", related: false },
  mutate: MUTANT_GROUPS[name].mutate,
  // TypeScript 7 has no compiler API, which Stryker would read a tsconfig.json with.
  tsconfigFile: "none",
  ignorePatterns: [".next", ".stryker", ".data", "lab/**/node_modules", "test-results", "pictures"],
  tempDirName: `.stryker/${name}`,
  reporters: ["progress-append-only", "json"],
  jsonReporter: { fileName: `.stryker/${name}.json` },
  // A busy machine must not pass for a mutant that runs for ever.
  timeoutMS: 60_000,
  // Each waits for its database half of the time.
  concurrency: availableParallelism(),
};
