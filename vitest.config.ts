import { defineConfig } from "vitest/config";

const restore = "tests/support/give-back.ts";
const world = {
  globalSetup: ["tests/support/world.ts"],
  setupFiles: [restore, "tests/support/environment.ts"],
  testTimeout: 60_000,
  hookTimeout: 60_000,
};
/** What a server can show: everything but a database that is gone, for which a file starts a server of its own. */
const contract = { include: ["tests/contract/**/*.test.ts"], exclude: ["tests/contract/**/503.test.ts"] };
/** Next itself breaks on addresses that do not decode; the production server keeps them from it. */
const exclude = [...contract.exclude, "tests/contract/**/malformed.test.ts"];

export default defineConfig({
  oxc: { jsx: { runtime: "automatic" } },
  test: {
    maxWorkers: 2,
    // Files of a project share a process and its modules; loading them anew for each took half of the time.
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["tests/unit/**/*.test.ts"], setupFiles: [restore], testTimeout: 60_000 },
      },
      {
        extends: true,
        test: { name: "start", include: ["tests/start/**/*.test.ts"], setupFiles: [restore], testTimeout: 60_000 },
      },
      {
        extends: true,
        test: {
          name: "integration",
          // Whatever no other project runs, so that no new folder can be left out.
          include: ["tests/**/*.test.ts"],
          exclude: ["tests/{unit,start,isolated,audit,mutants}/**"],
          ...world,
        },
      },
      {
        extends: true,
        // Their process is configured otherwise than the others', or they read whole databases: each has a process of its own.
        test: { name: "isolated", include: ["tests/isolated/**/*.test.ts"], isolate: true, ...world },
      },
      { extends: true, test: { name: "server", ...world, ...contract, env: { SERVER: "server" } } },
      { extends: true, test: { name: "next", ...world, ...contract, exclude, env: { SERVER: "next" } } },
    ],
  },
});
