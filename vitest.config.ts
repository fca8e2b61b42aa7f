import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { inFull, isFull } from "./tests/support/full.ts";

const restore = "tests/support/restore-process.ts";
const fresh = "tests/support/fresh-modules.ts";
const world = {
  globalSetup: ["tests/support/world.ts"],
  setupFiles: [restore, "tests/support/environment.ts"],
};

/** What only `npm run test:full` runs: what takes minutes, holds the clock, ends processes, or needs programs of its own. */
const FULL = "tests/full/**";
const CONTRACT = "tests/contract/**/*.test.ts";
/** Starts a server of its own, without a database. */
const UNAVAILABLE = "tests/contract/503.test.ts";
/** Next itself breaks on addresses that do not decode; the production server keeps them from it. */
const MALFORMED = "tests/contract/**/malformed.test.ts";
/** Pages, keys and answers to other methods that only the production server has. */
const BY_SERVER_ONLY = "tests/contract/{reasons,health/eid-jwks,openapi/405}.test.ts";
/** What no route function can do by itself: answers that break off, or never come. */
const BY_A_SERVER = "tests/contract/gate-test/broken.test.ts";
/** One of each kind of answer: enough to see that the routes are the same behind the built server. */
const SMOKE = [
  "tests/contract/url_generator/{200,303,405}.test.ts",
  "tests/contract/auth_check/200.test.ts",
  "tests/contract/verify/303.test.ts",
  "tests/contract/{health,openapi,stripe_webhook}/*.test.ts",
  BY_SERVER_ONLY,
  BY_A_SERVER,
];
/** The packages of many files that most verbs load. */
const BUNDLED = [
  "drizzle-orm",
  "drizzle-orm/migrator",
  "drizzle-orm/pg-core",
  "drizzle-orm/postgres-js",
  "openid-client",
  "stripe",
  "zod",
];
/** Ends what hangs, and nothing else: a machine may be slow and have other work. */
const HANGS_MS = inFull(1_800_000, 900_000);

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", development: false } },
  test: {
    // Each loads the modules of its project anew, so one that mostly waits for a core only costs.
    maxWorkers: availableParallelism(),
    // One file of each of these packages loads in a third of the time that its hundreds of files take.
    deps: { optimizer: { ssr: { enabled: true, include: BUNDLED } } },
    // Files of a project share a process and its modules; loading them anew for each took half of the time.
    isolate: false,
    // The modules of a file before are forgotten before this file's are loaded.
    sequence: { setupFiles: "list" },
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    expect: { poll: { timeout: 300_000 } },
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["tests/unit/**/*.test.{ts,tsx}"], setupFiles: [restore] },
      },
      {
        extends: true,
        test: { name: "packages", include: ["tests/packages/**/*.test.ts"], setupFiles: [restore] },
      },
      {
        extends: true,
        test: {
          name: "integration",
          // Whatever no other project runs, so that no new folder can be left out. Its files call the route functions where they
          // need no server, and so does the contract here.
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: ["tests/{unit,packages,isolated}/**", FULL, BY_SERVER_ONLY, BY_A_SERVER],
          ...world,
        },
      },
      {
        extends: true,
        // They are configured otherwise than the others, or they read whole databases: each loads our modules anew.
        test: {
          name: "isolated",
          include: ["tests/isolated/**/*.test.ts"],
          ...world,
          setupFiles: [fresh, ...world.setupFiles],
        },
      },
      // The contract through the server that operators run.
      {
        extends: true,
        test: {
          name: "server",
          include: inFull([CONTRACT], SMOKE),
          exclude: [UNAVAILABLE],
          ...world,
          env: { SERVER: "server" },
        },
      },
      ...(isFull ? fullProjects() : []),
    ],
  },
});

/** The contract through `next start`, and what has the machine for itself, one file after the other, after all the others. */
function fullProjects() {
  return [
    {
      extends: true as const,
      test: {
        name: "next",
        include: [CONTRACT],
        exclude: [UNAVAILABLE, MALFORMED, BY_SERVER_ONLY],
        ...world,
        env: { SERVER: "next" },
      },
    },
    {
      extends: true as const,
      test: {
        name: "full",
        include: ["tests/full/**/*.test.ts"],
        sequence: { groupOrder: 1 },
        maxWorkers: 1,
        ...world,
        setupFiles: [fresh, ...world.setupFiles],
      },
    },
  ];
}
