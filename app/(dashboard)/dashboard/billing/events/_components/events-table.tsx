import { Badge } from "#app/_ui/badge.tsx";
import { classes } from "#app/_ui/classes.ts";
import { formatDate } from "#app/_ui/format-date.ts";
import { Table } from "#app/_ui/table.tsx";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { readerDates } from "#app/(dashboard)/_lib/reader-dates.ts";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import type { EventPage } from "#lib/billing/ledger.ts";
import type { Basis } from "#lib/billing/spend.rules.ts";

type Row = EventPage["rows"][number];

/** Says why a check has its price. */
const WORDS = {
  price: "At the plan’s price",
  included: "Included in the plan",
  over_cap: "Free: under way when the cap was reached",
  test: "Free: test check",
  no_terms: "Free: no plan at the time",
} as const satisfies Record<Basis, string>;

/** Lists rows of the ledger, each with its price and the reason for it. */
export async function EventsTable({ rows }: { rows: readonly Row[] }) {
  const { timeZone } = await readerDates();
  const { money } = await readerFormats();
  return (
    <Table
      caption="Billed checks"
      stack
      head={[
        `Time in ${timeZone.split("/").at(-1)?.replaceAll("_", " ")}`,
        { name: "Amount", className: "num" },
        "What",
        "eID",
        "Host",
        { name: "Key", className: "minor mid" },
      ]}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <td className="nw">{formatDate(row.createdAt, timeZone)}</td>
          <td className="num nw end">{money(row.priceMinor, row.currency)}</td>
          <td className={classes("whole", isPlain(row) && "minor")}>
            <What row={row} />
          </td>
          <td className="nw meta-s">{eidName(row.provider, row.mode)}</td>
          <td className="meta-s end used">{row.host ?? <span className="soft">Not recorded</span>}</td>
          <td className="nw minor mid">{row.keyLabel || row.key || <span className="soft">Deleted key</span>}</td>
        </tr>
      ))}
    </Table>
  );
}

/** Charged as the plan says, like nearly all: not worth a line on a phone. */
function isPlain({ reverses, reversedBy, basis, mode }: Row): boolean {
  return reverses === null && reversedBy === null && basis === "price" && mode === "live";
}

function What({ row: { reverses, reversedBy, reason, basis, mode } }: { row: Row }) {
  if (reverses !== null)
    return (
      <>
        <Badge variant="busy">Credit</Badge> <span className="soft">{reason}</span>
      </>
    );
  return (
    <>
      <span>{WORDS[basis ?? (mode === "test" ? "test" : "price")]}</span>
      {reversedBy !== null && (
        <>
          {" "}
          <Badge>Credited</Badge>
        </>
      )}
    </>
  );
}
