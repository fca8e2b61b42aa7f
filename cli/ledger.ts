import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { CsvForm } from "#lib/base/csv.ts";
import { reverseEvent } from "#lib/billing/corrections.ts";
import { eventsCsv, listEvents } from "#lib/billing/ledger.ts";
import { LEDGER_KINDS, type LedgerFilter, readLedgerFilter } from "#lib/billing/ledger-filter.rules.ts";
import { type Anchor, type Report, verifyLedger } from "#lib/billing/verify-ledger.ts";
import { OPERATOR } from "#lib/core/actor.ts";
import { SPREADSHEET } from "./arguments.ts";
import type { Format } from "./format.ts";
import { eventsText, verifiedText } from "./format-ledger.ts";

export function addLedger(ageway: Command, format: Format): void {
  const ledger = ageway
    .command("ledger")
    .description("Read and verify the ledger of billed checks. Its rows never change");
  ledger
    .command("verify [organization]")
    .description("Verify the ledger against its seals, its totals and the invoices; exit status 0 if all agree")
    .option("--seal <end>", "Seal that you kept, such as 14:8c42…: the ledger must still contain it", anchorOf)
    .action(async (id: string | undefined, { seal }: { seal?: Anchor }, command: Command) => {
      if (seal && !id) command.error("error: --seal needs an organization");
      const report = await verifyLedger(OPERATOR, id ?? null, seal);
      await format(report, verifiedText);
      if (!isIntact(report)) process.exitCode = 1;
    });
  ledger
    .command("list <organization>")
    .description("List the rows, the latest first, with their sum")
    .option("--since <day>", "From this day on (UTC)", part("since", "a day, such as 2026-11-01"))
    .option("--until <day>", "Until the end of this day (UTC)", part("until", "a day, such as 2026-11-30"))
    .addOption(new Option("--provider <provider>").choices(["s", "b"]))
    .addOption(new Option("--mode <mode>").choices(["live", "test"]))
    .option("--host <host>", "Host that the visitors returned to", part("host", "a host, such as shop.example"))
    .option("--key <key>", "Plugin key of the calls", part("key", "a plugin key"))
    .addOption(new Option("--kind <kind>", "Checks, or the rows that credit one").choices(LEDGER_KINDS))
    .option("--csv", "Print all rows as CSV")
    .option(...SPREADSHEET)
    .action(
      async (id: string, { csv, spreadsheet, ...filter }: LedgerFilter & { csv?: true; spreadsheet?: CsvForm }) =>
        csv || spreadsheet
          ? writeCsv(id, filter, format, spreadsheet)
          : format(listEvents(OPERATOR, id, filter), eventsText),
    );
  ledger
    .command("reverse <event>")
    .description("Credit a check with a row of its own: it lowers this month's total and invoice")
    .requiredOption("--reason <text>", "Why; it stays in the ledger for good")
    .action((event, { reason }) => format(reverseEvent(OPERATOR, event, reason)));
}

function isIntact(report: Report): boolean {
  return report.ok && report.missingNumber === null && report.rows.every(({ finding }) => finding === null);
}

async function writeCsv(id: string, filter: LedgerFilter, format: Format, form?: CsvForm): Promise<void> {
  const written = await eventsCsv(OPERATOR, id, filter, (provider) => `eID ${provider.toUpperCase()}`, form);
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

function part(name: keyof LedgerFilter, what: string): (text: string) => string {
  return (text) => {
    if (readLedgerFilter({ [name]: text })[name] === undefined) throw new InvalidArgumentError(`It must be ${what}.`);
    return text;
  };
}
