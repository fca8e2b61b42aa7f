import { loadConfiguration } from "#lib/eid/read-providers.ts";
import { closeDatabase } from "#lib/runtime/database.ts";

/** Changes settings of this process until the test file ends, as if it had been started with them. */
export function configure(settings: Record<string, string> = {}): void {
  Object.assign(process.env, settings);
  loadConfiguration();
  // Pools that are open lead to the database of before.
  if ("DATABASE_URL" in settings) void closeDatabase();
}
