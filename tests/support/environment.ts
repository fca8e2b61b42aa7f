import { afterAll, inject } from "vitest";

// Every test file runs in this world.
Object.assign(process.env, inject("env"), { TEST_OWNER_URL: inject("ownerUrl") });
// Workers run at the same time, and a server that a test starts at one of these addresses belongs to its worker alone.
const places = inject("places");
Object.assign(process.env, places[Number(process.env.VITEST_POOL_ID) % places.length]);
// And at the server of its project, wherever the file before it stood: without one, it calls the route functions.
const { SERVER } = process.env;
process.env.SERVER_URL = SERVER === "server" || SERVER === "next" ? inject("servers")[SERVER] : "";
const { loadConfiguration } = await import("#lib/eid/read-providers.ts");
loadConfiguration();

// Connections stay open for the files that follow in this process: opening them costs PostgreSQL more than most files' statements.
afterAll(async () => {
  const { flushActivity } = await import("#lib/activity/flush.ts");
  await flushActivity();
});
