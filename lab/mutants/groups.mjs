const WORLD = {
  globalSetup: ["tests/support/world.ts"],
  setupFiles: ["tests/support/restore-process.ts", "tests/support/environment.ts"],
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

/** What is changed, which tests must see it, and how much of it at least, in percent. */
export const MUTANT_GROUPS = {
  rules: {
    atLeast: 95,
    mutate: ["lib/**/*.rules.ts"],
    // Only tests of rules. Others wait for time-outs, read the sources, which Stryker rewrites, or measure their speed.
    test: {
      include: [
        "tests/unit/{activity,base,billing,core,crypto,domains,eid,keys,limits,organizations,runtime,sign-in,verification}/**/*.test.ts",
        "tests/integration/eid/{claims,configuration,packs}.test.ts",
        "tests/integration/base/email.test.ts",
      ],
      exclude: [
        "tests/unit/core/operator.test.ts",
        "tests/unit/base/{concurrency-limit,csv}.test.ts",
        "tests/unit/crypto/{digest,opaque-id}.test.ts",
        "tests/unit/runtime/{config,cookie}.test.ts",
        "tests/unit/domains/{challenge-file,public-address}.test.ts",
        "tests/unit/verification/batch.test.ts",
      ],
      testTimeout: 60_000,
    },
  },
  claims: {
    atLeast: 85,
    mutate: ["lib/eid/claims.rules.ts"],
    test: { include: ["tests/integration/eid/{claims,configuration}.test.ts", "tests/unit/eid/*.test.ts"] },
  },
  "hot-path/names": {
    atLeast: 85,
    mutate: ["lib/crypto/{opaque-id,digest}.ts"],
    test: {
      include: [
        "tests/unit/crypto/{opaque-id,digest}.test.ts",
        "tests/contract/url_generator/200.test.ts",
        "tests/contract/verify/303.test.ts",
        "tests/contract/auth_check/404.test.ts",
      ],
      ...WORLD,
    },
  },
  "hot-path/limits": {
    atLeast: 85,
    mutate: ["lib/verification/{batch,limits}.ts"],
    test: {
      include: [
        "tests/unit/verification/batch.test.ts",
        "tests/integration/verification/{limits,strangers}.test.ts",
        "tests/integration/activity/call.test.ts",
        "tests/contract/url_generator/{200,429}.test.ts",
        "tests/contract/auth_check/{4xx,429}.test.ts",
      ],
      ...WORLD,
    },
  },
  "hot-path/decide": {
    atLeast: 85,
    mutate: ["lib/verification/{admit,decide-all,facts}.ts"],
    test: {
      include: [
        "tests/integration/verification/{brake,decide-all,strangers}.test.ts",
        "tests/isolated/verification/conditional-write.test.ts",
        "tests/integration/keys/key-secret.test.ts",
        "tests/integration/billing/{bill,reservation}.test.ts",
        "tests/integration/activity/call.test.ts",
        "tests/contract/url_generator/{200,303,403,404,409,429,verified-browser,verified-devices}.test.ts",
      ],
      ...WORLD,
    },
  },
  "hot-path/start": {
    atLeast: 85,
    mutate: ["lib/verification/{organization-lock,start}.ts"],
    // Some of them hold an organization for seconds.
    test: {
      include: [
        "tests/integration/verification/{brake,organization-lock,strangers}.test.ts",
        "tests/isolated/verification/conditional-write.test.ts",
        "tests/integration/core/organization-lock.test.ts",
        "tests/contract/url_generator/{200,403,409,429}.test.ts",
      ],
      ...WORLD,
    },
    isolated: ["tests/isolated/verification/start.test.ts", "tests/full/verification/silent-database.test.ts"],
  },
  "hot-path/visit": {
    atLeast: 85,
    mutate: ["lib/verification/{claim,finish,leave}.ts"],
    test: {
      include: [
        "tests/integration/verification/{claim,finish,late-note,leave,too-young}.test.ts",
        "tests/contract/verify/*.test.ts",
        "tests/integration/activity/{outcome,step}.test.ts",
        "tests/integration/billing/{bill,reservation}.test.ts",
        "tests/integration/eid/{claims,times}.test.ts",
      ],
      ...WORLD,
    },
  },
  "hot-path/check": {
    atLeast: 85,
    mutate: ["lib/verification/check.ts"],
    test: {
      include: [
        "tests/contract/auth_check/{200,404,4xx,429,once}.test.ts",
        "tests/integration/activity/check.test.ts",
        "tests/integration/verification/strangers.test.ts",
        "tests/contract/test-address.test.ts",
      ],
      ...WORLD,
    },
  },
  billing: {
    atLeast: 85,
    // Their rules are in the group above.
    mutate: ["lib/billing/*.ts", "!lib/billing/*.rules.ts"],
    // A year of checks runs for minutes and sees nothing that others do not.
    test: {
      include: ["tests/integration/billing/*.test.ts"],
      exclude: ["tests/integration/billing/year.test.ts"],
      ...WORLD,
    },
    /** Each in a process of its own. */
    isolated: ["tests/isolated/billing/{months,verify-all,stripe/subscription}.test.ts"],
  },
};
