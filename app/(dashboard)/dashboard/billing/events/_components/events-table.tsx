import type { ReactNode } from "react";
import { Badge } from "#app/_ui/badge.tsx";
import { formatDate } from "#app/_ui/format-date.ts";
import { Cell, Row, Table } from "#app/_ui/table.tsx";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { readerDates } from "#app/(dashboard)/_lib/reader-dates.ts";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import type { EventPage } from "#lib/billing/ledger.ts";
import type { Basis } from "#lib/billing/spend.rules.ts";

type Entry = EventPage["rows"][number];

/** Says why a check has a price that is not the plan's. */
const WORDS = {
  included: "Included in the plan",
  over_cap: "Free: under way when the cap was reached",
  test: "Free: test check",
  no_terms: "Free: no plan at the time",
} as const satisfies Record<Exclude<Basis, "price">, string>;

/** Lists rows of the ledger, each with its price, and with a note where that is not the plan's. */
export async function EventsTable({ rows }: { rows: readonly Entry[] }) {
  const { timeZone } = await readerDates();
  const { money } = await readerFormats();
  const noted = rows.map((row) => ({ ...row, note: noteOf(row) }));
  const isNoted = noted.some(({ note }) => note !== null);
  return (
    <Table
      caption="Billed checks"
      stack
      head={[
        `Time in ${timeZone.split("/").at(-1)?.replaceAll("_", " ")}`,
        { name: "Amount", num: true },
        "eID",
        "Host",
        { name: "Key", minor: true, mid: true },
        ...(isNoted ? ["Note"] : []),
      ]}
    >
      {noted.map((row) => (
        <Row key={row.id}>
          <Cell nowrap>{formatDate(row.createdAt, timeZone)}</Cell>
          <Cell num nowrap end>
            {money(row.priceMinor, row.currency)}
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
          {isNoted && (
            <Cell whole minor={row.note === null}>
              {row.note}
            </Cell>
          )}
        </Row>
      ))}
    </Table>
  );
}

/** Says what is not as usual about a row; `null`: it was charged as the plan says, like nearly all. */
function noteOf({ reverses, reversedBy, reason, basis, mode }: Entry): ReactNode {
  if (reverses !== null)
    return (
      <>
        <Badge variant="busy">Credit</Badge> <span className="text-soft">{reason}</span>
      </>
    );
  const why = basis ?? (mode === "test" ? "test" : "price");
  const words = why === "price" ? null : WORDS[why];
  if (reversedBy === null) return words;
  return (
    <>
      {words} <Badge>Credited</Badge>
    </>
  );
}
