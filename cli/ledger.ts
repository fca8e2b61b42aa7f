import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Command, InvalidArgumentError, Option } from "commander";
import { reverseEvent } from "#lib/billing/corrections.ts";
import { eventsCsv, listEvents } from "#lib/billing/ledger.ts";
import { LEDGER_KINDS, type LedgerFilter, readLedgerFilter } from "#lib/billing/ledger-filter.rules.ts";
import { type Anchor, type Report, verifyLedger } from "#lib/billing/verify-ledger.ts";
import { OPERATOR } from "#lib/core/actor.ts";
import type { Format } from "./format.ts";
import { eventsText, verifiedText } from "./format-ledger.ts";

/** The ledger, and its verification. */
export function addLedger(ageway: Command, format: Format): void {
  const ledger = ageway.command("ledger").description("every check that was billed: what was written there stays");
  ledger
    .command("verify [organization]")
    .description("hold it against its chain, its totals and the invoices; status 0 if all of that holds")
    .option("--seal <end>", "an end of the chain that was kept: it must still be in it, as in 14:8c42…", anchorOf)
    .action(async (id: string | undefined, { seal }: { seal?: Anchor }) => {
      if (seal && !id) ageway.error("error: --seal is about one organization: name it");
      const report = await verifyLedger(OPERATOR, id ?? null, seal);
      await format(report, verifiedText);
      if (!isIntact(report)) process.exitCode = 1;
    });
  ledger
    .command("list <organization>")
    .description("its rows, the latest first, and what they come to")
    .option("--since <day>", "from the start of a day on, in UTC", part("since", "a day, such as 2026-11-01"))
    .option("--until <day>", "to the end of a day", part("until", "a day, such as 2026-11-30"))
    .addOption(new Option("--provider <provider>").choices(["s", "b"]))
    .addOption(new Option("--mode <mode>").choices(["live", "test"]))
    .option("--host <host>", "whose visitors they were", part("host", "a host, such as shop.example"))
    .option("--key <key>", "the plugin key that was called with", part("key", "a plugin key"))
    .addOption(new Option("--kind <kind>", "a check, or what took one back").choices(LEDGER_KINDS))
    .option("--csv", "all of them, as CSV", false)
    .action(async (id: string, { csv, ...filter }: LedgerFilter & { csv: boolean }) =>
      csv ? writeCsv(id, filter, format) : format(listEvents(OPERATOR, id, filter), eventsText),
    );
  ledger
    .command("reverse <event>")
    .description("take a check back, with a row of its own: on this month's invoice, and off this month's total")
    .requiredOption("--reason <text>", "why; it stands in the ledger for good")
    .action((event, { reason }) => format(reverseEvent(OPERATOR, event, reason)));
}

function isIntact(report: Report): boolean {
  return report.ok && report.missingNumber === null && report.rows.every(({ finding }) => finding === null);
}

async function writeCsv(id: string, filter: LedgerFilter, format: Format): Promise<void> {
  const written = await eventsCsv(OPERATOR, id, filter);
  if (!written.ok) return format(written);
  await pipeline(Readable.from(written.csv), process.stdout, { end: false }).catch((fault: NodeJS.ErrnoException) => {
    // The reader closed the pipe, as `head` does.
    if (fault.code !== "EPIPE") throw fault;
  });
}

function anchorOf(text: string): Anchor {
  const [, position, seal] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!position || !seal) throw new InvalidArgumentError("It must be a position, a colon and 64 hexadecimal digits.");
  return { position: Number(position), seal };
}

/** Parses one part of a filter. */
function part(name: keyof LedgerFilter, what: string): (text: string) => string {
  return (text) => {
    if (readLedgerFilter({ [name]: text })[name] === undefined) throw new InvalidArgumentError(`It must be ${what}.`);
    return text;
  };
}
