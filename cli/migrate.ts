import type { Command } from "commander";
import { OPERATOR } from "#lib/core/actor.ts";
import { markRestored } from "#lib/retention/restored.ts";
import { migrateDatabase } from "#lib/runtime/migrate-database.ts";
import type { Format } from "./format.ts";
import { restoredText } from "./format-restored.ts";

export function addMigrate(ageway: Command, format: Format): void {
  ageway
    .command("migrate")
    .description(
      "Bring the tables to this version, as a start of the server does. The version before serves on. Needs DATABASE_OWNER_URL",
    )
    .action(() => format(migrated(), () => "The tables are of this version."));
}

export function addRestored(ageway: Command, format: Format): void {
  ageway
    .command("restored")
    .description(
      "Run this after a restore, before a server starts. It ends earlier links, tokens, sign-ins and invitations, and lists what may work again. Needs DATABASE_OWNER_URL and AGEWAY_KEYS",
    )
    .action(() => format(markRestored(OPERATOR, console.error), restoredText));
}

async function migrated() {
  return { tables: await migrateDatabase(console.error) };
}
