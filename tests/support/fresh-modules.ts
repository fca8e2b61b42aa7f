import { register } from "prom-client";
import { beforeAll, vi } from "vitest";

/**
 * Files of the isolated project share a process, and each of them loads our modules anew, for what those keep. Packages stay
 * loaded, which a process of its own for each file would load again. What our modules keep beside themselves ends here too:
 * the metrics, the queue of the record, what the database is used for, and the pools.
 */
vi.resetModules();
register.clear();
Reflect.deleteProperty(globalThis, Symbol.for("ageway.activity"));
Reflect.deleteProperty(globalThis, "agewayDatabaseUse");

// Once this file is configured: what the file before left to run may have opened a pool to its database meanwhile.
beforeAll(async () => {
  const { closeDatabase } = await import("#lib/runtime/database.ts");
  await closeDatabase();
});
