import { Badge } from "#app/_ui/badge.tsx";
import { formatDate } from "#app/_ui/format-date.ts";
import { Cell, Row, Table } from "#app/_ui/table.tsx";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { readerDates } from "#app/(dashboard)/_lib/reader-dates.ts";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import type { EventPage } from "#lib/billing/ledger.ts";
import type { Basis } from "#lib/billing/spend.rules.ts";

type Entry = EventPage["rows"][number];

/** Says why a check has its price. */
const WORDS = {
  price: "At the plan’s price",
  included: "Included in the plan",
  over_cap: "Free: under way when the cap was reached",
  test: "Free: test check",
  no_terms: "Free: no plan at the time",
} as const satisfies Record<Basis, string>;

/** Lists rows of the ledger, each with its price and the reason for it. */
export async function EventsTable({ rows }: { rows: readonly Entry[] }) {
  const { timeZone } = await readerDates();
  const { money } = await readerFormats();
  return (
    <Table
      caption="Billed checks"
      stack
      head={[
        `Time in ${timeZone.split("/").at(-1)?.replaceAll("_", " ")}`,
        { name: "Amount", num: true },
        "What",
        "eID",
        "Host",
        { name: "Key", minor: true, mid: true },
      ]}
    >
      {rows.map((row) => (
        <Row key={row.id}>
          <Cell nowrap>{formatDate(row.createdAt, timeZone)}</Cell>
          <Cell num nowrap end>
            {money(row.priceMinor, row.currency)}
          </Cell>
          <Cell whole minor={isPlain(row)}>
            <What row={row} />
          </Cell>
          <Cell nowrap soft>
            {eidName(row.provider, row.mode)}
          </Cell>
          <Cell soft end>
            <span className="block max-w-50 truncate @max-phone/sheet:max-w-[60cqi]">
              {row.host ?? <span className="text-soft">Not recorded</span>}
            </span>
          </Cell>
          <Cell nowrap minor mid>
            {row.keyLabel || row.key || <span className="text-soft">Deleted key</span>}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

/** Charged as the plan says, like nearly all: not worth a line on a phone. */
function isPlain({ reverses, reversedBy, basis, mode }: Entry): boolean {
  return reverses === null && reversedBy === null && basis === "price" && mode === "live";
}

function What({ row: { reverses, reversedBy, reason, basis, mode } }: { row: Entry }) {
  if (reverses !== null)
    return (
      <>
        <Badge variant="busy">Credit</Badge> <span className="text-soft">{reason}</span>
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
