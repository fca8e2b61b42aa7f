const WORLD = {
  globalSetup: ["tests/support/world.ts"],
  setupFiles: ["tests/support/give-back.ts", "tests/support/enter.ts"],
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

/** What is changed, which tests must see it, and how much of it at least, in percent. */
export const GROUPS = {
  rules: {
    atLeast: 95,
    mutate: ["lib/rules/*.ts"],
    test: { include: ["tests/rules/**/*.test.ts"] },
  },
  claims: {
    atLeast: 85,
    mutate: ["lib/providers/claims.ts"],
    test: { include: ["tests/{rules,providers}/claims.test.ts"] },
  },
  "hot-path": {
    atLeast: 85,
    mutate: [
      "lib/opaque-id.ts",
      "lib/digest.ts",
      "lib/flow/{admit,start,check,finish,claim,leave,limits,held-gate}.ts",
    ],
    test: {
      include: [
        "tests/lib/{opaque-id,digest}.test.ts",
        "tests/flow/*.test.ts",
        "tests/api/{url_generator,auth_check}/{200,303,4*,verified-devices,once}*.test.ts",
        "tests/api/verify/{303,4xx}.test.ts",
        "tests/api/test-address.test.ts",
        "tests/activity/{call,check}.test.ts",
        "tests/account/{gate,lock-key}.test.ts",
        "tests/billing/{bill,reservation}.test.ts",
      ],
      ...WORLD,
    },
  },
  billing: {
    atLeast: 85,
    mutate: ["lib/billing/*.ts"],
    // A year of checks, and documents on paper: they run for minutes and see nothing that others do not.
    test: { include: ["tests/billing/*.test.ts"], exclude: ["tests/billing/year.test.ts"], ...WORLD },
  },
};
