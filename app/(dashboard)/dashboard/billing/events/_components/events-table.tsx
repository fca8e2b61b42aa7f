import { Badge } from "#app/_ui/badge.tsx";
import { formatDate } from "#app/_ui/format-date.ts";
import { Table, TableCell } from "#app/_ui/table.tsx";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import type { EventPage } from "#lib/billing/ledger.ts";
import { money } from "#lib/billing/money.rules.ts";
import type { Basis } from "#lib/billing/spend.rules.ts";

type Row = EventPage["rows"][number];

/** Why a check has its price. */
const WORDS = {
  price: "At its price",
  included: "Included in the plan",
  over_cap: "Free: under way when the cap was reached",
  test: "Free: a test",
  no_terms: "Free: there was no plan",
} as const satisfies Record<Basis, string>;

/** Rows of the ledger, each with its price and the reason for it. */
export function EventsTable({ rows, timeZone }: { rows: readonly Row[]; timeZone: string }) {
  return (
    <Table
      caption="Billed checks"
      head={[
        `Time (${timeZone})`,
        <span key="amount" className="block text-right">
          Amount
        </span>,
        "What",
        "eID",
        "Host",
        "Key",
      ]}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <TableCell className="whitespace-nowrap text-soft">{formatDate(row.createdAt, timeZone)}</TableCell>
          <TableCell className="whitespace-nowrap text-right tabular-nums">
            {money(row.priceMinor, row.currency)}
          </TableCell>
          <TableCell className="min-w-72">
            <What row={row} />
            <code className="block font-mono text-xs text-soft">{row.id}</code>
          </TableCell>
          <TableCell>{eidName(row.provider, row.mode)}</TableCell>
          <TableCell className="min-w-44">{row.host ?? <span className="text-soft">Not recorded</span>}</TableCell>
          <TableCell className="min-w-32">
            {row.keyLabel || row.key || <span className="text-soft">Gone</span>}
          </TableCell>
        </tr>
      ))}
    </Table>
  );
}

function What({ row: { reverses, reversedBy, reason, basis, mode } }: { row: Row }) {
  if (reverses !== null)
    return (
      <>
        <Badge variant="busy">Takes one back</Badge> <span className="text-soft">{reason}</span>
      </>
    );
  return (
    <>
      <span>{WORDS[basis ?? (mode === "test" ? "test" : "price")]}</span>
      {reversedBy !== null && (
        <>
          {" "}
          <Badge>Taken back</Badge>
        </>
      )}
    </>
  );
}
