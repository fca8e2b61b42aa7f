import type { Command } from "commander";
import { OPERATOR } from "#lib/core/actor.ts";
import { markRestored } from "#lib/retention/restored.ts";
import type { Format } from "./format.ts";
import { restoredText } from "./format-restored.ts";

/** What follows a restore. */
export function addRestored(ageway: Command, format: Format): void {
  ageway
    .command("restored")
    .description(
      "Run this after a restore, before a server starts. It ends what callers hold from before, and lists what may work again. Needs DATABASE_OWNER_URL and AGEWAY_KEYS",
    )
    .action(() => format(markRestored(OPERATOR, console.error), restoredText));
}
