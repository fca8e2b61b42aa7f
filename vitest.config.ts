import { defineConfig } from "vitest/config";
import { inFull, isFull } from "./tests/support/full.ts";
import { ShortLast } from "./tests/support/sequencer.ts";

const restore = "tests/support/restore-process.ts";
const fresh = "tests/support/fresh-modules.ts";
const world = {
  globalSetup: ["tests/support/world.ts"],
  setupFiles: [restore, "tests/support/environment.ts"],
};

const CONTRACT = "tests/contract/**/*.test.ts";
/** Starts a server of its own, without a database. */
const UNAVAILABLE = "tests/contract/503.test.ts";
/** Next itself breaks on addresses that do not decode; the production server keeps them from it. */
const MALFORMED = "tests/contract/**/malformed.test.ts";
/** What usual runs leave to the servers: all but the two above. */
const BY_SERVERS = "tests/contract/**/!(503|malformed).test.ts";
/** Pages, keys and answers to other methods that only the production server has. */
const BY_SERVER_ONLY = "tests/contract/{reasons,health/eid-jwks,openapi/405}.test.ts";
/** What no route function can do by itself: answers that break off, or never come. */
const BY_A_SERVER = "tests/contract/doctor/broken.test.ts";
/** One of each kind of answer: enough to see that the routes are the same behind `next start`. */
const SMOKE = [
  "tests/contract/url_generator/{200,204,303,405,409}.test.ts",
  "tests/contract/auth_check/{200,4xx}.test.ts",
  "tests/contract/verify/303.test.ts",
  "tests/contract/test-address.test.ts",
  "tests/contract/doctor/{broken,check}.test.ts",
  "tests/contract/{health,openapi,stripe_webhook}/*.test.ts",
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
/** Take minutes, or install what `image.test.ts` links: in full only. */
const LONG = "tests/start/{bench,faults,production}.test.ts";
/** Start PostgreSQL three times, and one waits for its archive: in full only. */
const RESTORES = "tests/isolated/backup/{point-in-time,recipes}.test.ts";
/** Starts a PostgreSQL, and waits until jobs are due: in full only. */
const READ_ONLY_JOBS = "tests/isolated/chaos/read-only-jobs.test.ts";
/** What hangs or stands still under load, for most of a minute each time: in full only. */
const HUNG = "tests/isolated/chaos/{hung,hung-process,neighbours}.test.ts";
/** Starts a server of its own and sends its spans to a collector: in full only. */
const TRACES = "tests/isolated/core/tracing.test.ts";
/** What is held against the clock or the memory under load has the machine for itself in full, after all the others. */
const QUIET = isFull
  ? [
      "tests/start/{bench,faults}.test.ts",
      "tests/chaos/{malformed-requests,silence}.test.ts",
      "tests/isolated/partitions.test.ts",
      "tests/isolated/chaos/{hung,hung-process,kill,members,neighbours}.test.ts",
    ]
  : [];
/** A product of cases that runs whole takes minutes where the machine has other work. */
const LIMIT_MS = inFull(300_000, 60_000);
/** A sequencer of ours would take the place of the one that shuffles. */
const isShuffled = process.argv.some((word) => word.startsWith("--sequence.shuffle"));

export default defineConfig({
  oxc: { jsx: { runtime: "automatic" } },
  test: {
    // More than the two cores of the smallest machine: many tests wait for processes and time-outs, and cost nothing meanwhile. In
    // full fewer wait, and Chromium has a second worker.
    maxWorkers: inFull(4, 5),
    // One file of each of these packages loads in a third of the time that its hundreds of files take.
    deps: { optimizer: { ssr: { enabled: true, include: BUNDLED } } },
    // Files of a project share a process and its modules; loading them anew for each took half of the time.
    isolate: false,
    testTimeout: LIMIT_MS,
    hookTimeout: LIMIT_MS,
    // A process that starts again on a busy machine takes longer than the second that is usual.
    expect: { poll: { timeout: 40_000 } },
    sequence: isShuffled ? {} : { sequencer: ShortLast },
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
          name: "start",
          include: ["tests/start/**/*.test.ts"],
          exclude: isFull ? QUIET : [LONG],
          setupFiles: [restore],
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          // Whatever no other project runs, so that no new folder can be left out. Its files call the route functions where they
          // need no server, and so does the contract here.
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: [
            "tests/{unit,packages,start,isolated}/**",
            // `npm run docs`, `audit` and `mutants` install what they need into their folder of `tests`.
            "**/node_modules/**",
            ...(isFull ? [BY_SERVER_ONLY, BY_A_SERVER] : [BY_SERVERS]),
            ...QUIET,
          ],
          ...world,
        },
      },
      {
        extends: true,
        // They are configured otherwise than the others, or they read whole databases: each loads our modules anew.
        test: {
          name: "isolated",
          include: ["tests/isolated/**/*.test.ts"],
          exclude: isFull ? QUIET : [RESTORES, READ_ONLY_JOBS, HUNG, TRACES],
          ...world,
          setupFiles: [fresh, ...world.setupFiles],
        },
      },
      {
        extends: true,
        test: {
          name: "quiet",
          include: QUIET,
          sequence: { groupOrder: 1 },
          maxWorkers: 1,
          ...world,
          setupFiles: [fresh, ...world.setupFiles],
        },
      },
      // The contract, in full through the server that operators run.
      {
        extends: true,
        test: { name: "server", include: [CONTRACT], exclude: [UNAVAILABLE], ...world, env: { SERVER: "server" } },
      },
      {
        extends: true,
        test: {
          name: "next",
          include: isFull ? [CONTRACT] : SMOKE,
          exclude: [UNAVAILABLE, MALFORMED, BY_SERVER_ONLY],
          ...world,
          env: { SERVER: "next" },
        },
      },
    ],
  },
});
