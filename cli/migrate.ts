import type { Command } from "commander";
import { migrateDatabase } from "#lib/core/migrate-database.ts";
import type { Format } from "./format.ts";

/** What the owner of the tables does before a version starts. */
export function addMigrate(ageway: Command, format: Format): void {
  ageway
    .command("migrate")
    .description(
      "Bring the tables to this version, as a start of the server does. The version before serves on. Needs DATABASE_OWNER_URL",
    )
    .action(() => format(migrated(), () => "The tables are of this version."));
}

async function migrated() {
  return { tables: await migrateDatabase(console.error) };
}
