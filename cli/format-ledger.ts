import { monthText } from "#lib/base/time.rules.ts";
import type { EventPage } from "#lib/billing/ledger.ts";
import { count, money } from "#lib/billing/money.rules.ts";
import type { LedgerFinding, Report } from "#lib/billing/verify-ledger.ts";
import { tableOf } from "./format-table.ts";

/** Writes the end of each chain in the format of `--seal`, with the finding of each organization. */
export function verifiedText({ rows, missingNumber }: Extract<Report, { ok: true }>): string {
  const table = rows.map(({ organizationId, rows, position, seal, finding }) => ({
    organization: organizationId,
    rows,
    end: `${position}:${seal}`,
    finding: finding === null ? "holds" : wordsOf(finding),
  }));
  const notes = [
    missingNumber !== null && `No document has the number ${missingNumber}, though it was given.`,
    ...rows.map(
      ({ organizationId, unchecked: { unknownKey } }) =>
        unknownKey > 0 &&
        `${organizationId}: ${count(unknownKey)} rows were signed with a key that AGEWAY_KEYS does not have here.`,
    ),
  ].filter((note) => note !== false);
  return [tableOf(table), ...notes].join("\n\n");
}

function wordsOf(finding: LedgerFinding): string {
  switch (finding.kind) {
    case "altered":
      return `Row ${finding.position} is not what was sealed (event ${finding.eventId}).`;
    case "missing":
      return `Row ${finding.position} was sealed and is gone${finding.eventId ? ` (event ${finding.eventId})` : ""}.`;
    case "reordered":
      return `Row ${finding.position} stands where another belongs (event ${finding.eventId}).`;
    case "inserted":
      return `Row ${finding.position} is another organization's (event ${finding.eventId}).`;
    case "unsigned":
      return `Event ${finding.eventId} was put in: no gateway signed it as it stands there.`;
    case "unknown_key":
      return finding.position === null
        ? `Event ${finding.eventId} waits for its seal: AGEWAY_KEYS does not have the key that signed it.`
        : `Row ${finding.position} was signed with a key that AGEWAY_KEYS does not have, more than a day after its first key came into use (event ${finding.eventId}). It was put in, or a key is missing here.`;
    case "unsealed":
      return `Event ${finding.eventId} waits for its seal, for longer than it may. Do the jobs run?`;
    case "sum":
      return `The running total of ${monthText(finding.period)} says ${sumText(finding.counted)}, its rows say ${sumText(finding.ledger)}.`;
    case "invoice":
      return `Document ${finding.number} is not what was issued, or not what the ledger says.`;
    case "seal_gone":
      return `Row ${finding.position} has another seal than was kept of it: what was sealed up to there was rewritten.`;
  }
}

function sumText({ events, spentMinor }: { events: number; spentMinor: number }): string {
  return `${count(events)} checks and an amount of ${count(spentMinor)}`;
}

export function eventsText({ rows, next, sum, currency }: EventPage): string {
  const table = rows.map((row) => ({
    time: row.createdAt,
    event: row.id,
    kind: row.reverses === null ? "check" : "reversal",
    provider: row.provider,
    mode: row.mode,
    key: row.key,
    host: row.host,
    basis: row.basis,
    amount: money(row.priceMinor, row.currency),
    of: row.reverses ?? (row.reversedBy && `credited by ${row.reversedBy}`),
    reason: row.reason,
  }));
  const total = sum
    ? `${count(sum.checks)} checks, ${count(sum.reversals)} credited: ${money(sum.amountMinor, currency)}`
    : "Too many rows for a sum. Name fewer days with --since and --until.";
  const more = next === null ? "" : `\nThese are the latest ${rows.length}. --csv writes all of them.`;
  return `${tableOf(table)}\n\n${total}${more}`;
}
