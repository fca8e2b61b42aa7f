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
      "after the database was restored to an earlier moment, and before a server starts: end every link, token, session, invitation and waiting e-mail from before, and list what may work again although it was ended since. Needs the owner's login and AGEWAY_KEYS",
    )
    .action(() => format(markRestored(OPERATOR), restoredText));
}
