import { afterAll, inject } from "vitest";

// Every test file runs in this world; the configuration is read when it is first needed.
Object.assign(process.env, inject("env"));

afterAll(async () => {
  const { closeDatabase } = await import("#lib/database.ts");
  await closeDatabase();
});
