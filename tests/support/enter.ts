import { afterAll, inject } from "vitest";

// Every test file runs in this world; the configuration is read when it is first needed.
Object.assign(process.env, inject("env"));
// And before the door of its project: without one, it calls the route functions themselves.
const { DOOR } = process.env;
if (DOOR === "server" || DOOR === "next") process.env.DOOR_URL = inject("doors")[DOOR];

afterAll(async () => {
  const { closeDatabase } = await import("#lib/database.ts");
  await closeDatabase();
});
