import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { loadConfiguration } from "#lib/eid/read-providers.ts";
import { configurationError } from "#lib/runtime/config.ts";
import { closeDatabase } from "#lib/runtime/database.ts";
import { loadEnvFile } from "#scripts/env-file.mjs";
import { composeEnvironment, isProduction } from "#scripts/environment.mjs";
import { formatFault } from "./format.ts";
import { asJson, program } from "./program.ts";

process.chdir(dirname(import.meta.dirname));
try {
  loadEnvFile(process.cwd());
  enterDemo();
  // Invoices name them.
  loadConfiguration();
  await program.parseAsync();
} catch (fault) {
  formatFault(fault, asJson());
} finally {
  await closeDatabase();
}

/** Without a configuration, takes the environment of the demo that runs now, if there is one. */
function enterDemo(): void {
  if (isProduction(process.env)) return;
  const data = resolve(process.env.DATA_DIR ?? ".data");
  const file = join(data, "demo.json");
  if (!existsSync(file)) return;
  const { baseUrl, databaseUrl, databaseOwnerUrl } = JSON.parse(readFileSync(file, "utf8"));
  const { DATABASE_URL = databaseUrl, DATABASE_OWNER_URL = databaseOwnerUrl } = process.env;
  if (DATABASE_URL !== databaseUrl || DATABASE_OWNER_URL !== databaseOwnerUrl)
    throw configurationError([
      "AGEWAY_DEMO=1 contradicts DATABASE_URL: the demo that runs now has another database. Unset one of the two",
    ]);
  Object.assign(process.env, composeEnvironment(process.env, { port: Number(new URL(baseUrl).port), data }), {
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: databaseOwnerUrl,
  });
}
