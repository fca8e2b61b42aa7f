import Link from "next/link";
import type { ReactNode } from "react";
import { Table, TableCell } from "#app/_ui/table.tsx";
import { type LedgerFilter, ledgerQuery } from "#lib/billing/ledger-filter.rules.ts";
import { count, money } from "#lib/billing/money.rules.ts";
import type { Part } from "#lib/billing/usage.ts";

type Sums = {
  caption: string;
  name: string;
  parts: readonly Part[];
  currency: string;
  labelOf: (part: Part) => ReactNode;
  /** `null`: no filter finds these rows alone. */
  filterOf: (part: Part) => LedgerFilter | null;
};

/** A sum split into parts, one row each. Every number links to the ledger rows that it sums. */
export function SumTable({ caption, name, parts, currency, labelOf, filterOf }: Sums) {
  return (
    <Table
      caption={caption}
      head={[
        name,
        <span key="checks" className="block text-right">
          Checks
        </span>,
        <span key="cost" className="-mr-4 block text-right">
          Cost
        </span>,
      ]}
    >
      {parts.map((part) => {
        const [filter, amount] = [filterOf(part), money(part.amountMinor, currency)];
        return (
          <tr key={part.value}>
            <th scope="row" className="py-2 pr-4 text-left align-top font-normal">
              {labelOf(part)}
            </th>
            <TableCell className="whitespace-nowrap py-2 text-right tabular-nums">
              {filter ? (
                <EventsLink filter={{ ...filter, kind: "check" }}>{count(part.checks)}</EventsLink>
              ) : (
                count(part.checks)
              )}
            </TableCell>
            <TableCell className="whitespace-nowrap py-2 pr-0 text-right tabular-nums">
              {filter ? <EventsLink filter={filter}>{amount}</EventsLink> : amount}
            </TableCell>
          </tr>
        );
      })}
    </Table>
  );
}

/** A number that links to the ledger rows that it sums. */
export function EventsLink({ filter, children }: { filter: LedgerFilter; children: ReactNode }) {
  return (
    <Link
      prefetch={false}
      className="underline decoration-edge underline-offset-4 hover:decoration-accent"
      href={`/dashboard/billing/events?${ledgerQuery(filter)}`}
    >
      {children}
    </Link>
  );
}
