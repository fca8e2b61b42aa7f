const WORLD = {
  globalSetup: ["tests/support/world.ts"],
  setupFiles: ["tests/support/restore-process.ts", "tests/support/environment.ts"],
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

/** What is changed, which tests must see it, and how much of it at least, in percent. */
export const GROUPS = {
  rules: {
    atLeast: 95,
    mutate: ["lib/**/*.rules.ts"],
    // Only tests of rules. Others wait for time-outs, read the sources, which Stryker rewrites, or measure their speed.
    test: {
      include: [
        "tests/unit/{activity,billing,core,domains,eid,keys,organizations,sign-in,verification}/**/*.test.ts",
        "tests/integration/eid/{claims,configuration,packs}.test.ts",
        "tests/integration/core/email.test.ts",
      ],
      exclude: [
        "tests/unit/core/{concurrency-limit,config,cookie,csv,digest,opaque-id,operator}.test.ts",
        "tests/unit/domains/{challenge-file,public-address}.test.ts",
        "tests/unit/verification/batch.test.ts",
      ],
      testTimeout: 60_000,
    },
  },
  claims: {
    atLeast: 85,
    mutate: ["lib/eid/claims.rules.ts"],
    test: { include: ["tests/integration/eid/claims.test.ts"] },
  },
  "hot-path": {
    atLeast: 85,
    mutate: [
      "lib/core/opaque-id.ts",
      "lib/core/digest.ts",
      "lib/verification/{admit,batch,check,claim,decide-all,facts,finish,leave,limits,organization-lock,start}.ts",
    ],
    test: {
      include: [
        "tests/unit/core/{opaque-id,digest}.test.ts",
        "tests/integration/verification/*.test.ts",
        "tests/contract/{url_generator,auth_check}/{200,303,4*,verified-devices,once}*.test.ts",
        "tests/contract/verify/*.test.ts",
        "tests/contract/test-address.test.ts",
        "tests/integration/activity/{call,check,outcome,step}.test.ts",
        "tests/integration/core/organization-lock.test.ts",
        "tests/integration/keys/key-secret.test.ts",
        "tests/integration/billing/{bill,reservation}.test.ts",
        "tests/integration/eid/{claims,times}.test.ts",
      ],
      ...WORLD,
    },
  },
  billing: {
    atLeast: 85,
    // Their rules are in the group above.
    mutate: ["lib/billing/*.ts", "!lib/billing/*.rules.ts"],
    // A year of checks, and documents on paper: they run for minutes and see nothing that others do not.
    test: {
      include: ["tests/integration/billing/*.test.ts"],
      exclude: ["tests/integration/billing/{year,invoice-pdf}.test.ts"],
      ...WORLD,
    },
    /** Each in a process of its own. */
    isolated: ["tests/isolated/billing/{months,older-version,verify-all,stripe/subscription}.test.ts"],
  },
};
