import { defineConfig } from "vitest/config";

const giveBack = "tests/support/give-back.ts";
const world = {
  globalSetup: ["tests/support/world.ts"],
  setupFiles: [giveBack, "tests/support/enter.ts"],
  testTimeout: 60_000,
  hookTimeout: 60_000,
};
/** Their process is configured otherwise than the others', or they read whole databases: each has a process of its own. */
const alone = [
  "tests/billing/alone/*.test.ts",
  "tests/cli/ageway-billing.test.ts",
  "tests/account/invite-email.test.ts",
  "tests/sign-in/hostile.test.ts",
  // It reads every file of its cluster, which has nobody else's rows in it then.
  "tests/privacy/traces.test.ts",
];
/** What a door can show: everything but a database that is gone, for which a file opens a door of its own. */
const throughDoors = {
  include: ["tests/api/**/*.test.ts"],
  exclude: ["tests/api/**/503.test.ts"],
};
/** Next itself breaks on addresses that do not decode; the production entry keeps them from it. */
const exclude = [...throughDoors.exclude, "tests/api/**/malformed.test.ts"];

export default defineConfig({
  oxc: { jsx: { runtime: "automatic" } },
  test: {
    maxWorkers: 2,
    // Files of a project share a process and its modules; loading them anew for each took half of the time.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/*.test.ts", "tests/{rules,lib,public}/**/*.test.ts"],
          setupFiles: [giveBack],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: { name: "start", include: ["tests/bin/**/*.test.ts"], setupFiles: [giveBack], testTimeout: 60_000 },
      },
      {
        extends: true,
        test: {
          name: "house",
          include: [
            "tests/{api,billing,flow,db,providers,account,sign-in,activity,desk,cli,connect,privacy,durability}/**/*.test.ts",
          ],
          // Their process is configured for Stripe, and each file has a Stripe of its own; or a database, or a mail server.
          exclude: ["tests/billing/stripe/**", ...alone],
          ...world,
        },
      },
      { extends: true, test: { name: "stripe", include: ["tests/billing/stripe/*.test.ts"], isolate: true, ...world } },
      {
        extends: true,
        test: {
          name: "alone",
          include: alone,
          isolate: true,
          ...world,
        },
      },
      { extends: true, test: { name: "front door", ...world, ...throughDoors, env: { DOOR: "server" } } },
      { extends: true, test: { name: "next door", ...world, ...throughDoors, exclude, env: { DOOR: "next" } } },
    ],
  },
});
