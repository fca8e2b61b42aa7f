import { register } from "prom-client";
import { afterAll, vi } from "vitest";

/**
 * Files of the isolated project share a process, and each of them loads our modules anew, for what those keep. Packages stay
 * loaded, which a process of its own for each file would load again. What our modules keep beside themselves ends with the
 * file: the pools, the queue of the record, and the metrics.
 */
vi.resetModules();

afterAll(async () => {
  const { closeDatabase } = await import("#lib/runtime/database.ts");
  await closeDatabase();
  Reflect.deleteProperty(globalThis, Symbol.for("ageway.activity"));
  register.clear();
});
