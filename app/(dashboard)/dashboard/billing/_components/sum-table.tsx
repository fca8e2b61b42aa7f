import type { ReactNode } from "react";
import { Cell, Table } from "#app/_ui/table.tsx";
import type { LedgerFilter } from "#lib/billing/ledger-filter.rules.ts";
import { count, money } from "#lib/billing/money.rules.ts";
import type { Part } from "#lib/billing/usage.ts";
import { EventsLink } from "./events-link.tsx";

type Sums = {
  caption: string;
  name: string;
  parts: readonly Part[];
  currency: string;
  wordsOf: (part: Part) => ReactNode;
  /** `null`: no address names these rows alone. */
  filterOf: (part: Part) => LedgerFilter | null;
};

/** One way of telling a sum apart, a row each; each number leads to the rows of the ledger that it sums. */
export function SumTable({ caption, name, parts, currency, wordsOf, filterOf }: Sums) {
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
              {wordsOf(part)}
            </th>
            <Cell className="whitespace-nowrap py-2 text-right tabular-nums">
              {filter ? (
                <EventsLink filter={{ ...filter, kind: "check" }}>{count(part.checks)}</EventsLink>
              ) : (
                count(part.checks)
              )}
            </Cell>
            <Cell className="whitespace-nowrap py-2 pr-0 text-right tabular-nums">
              {filter ? <EventsLink filter={filter}>{amount}</EventsLink> : amount}
            </Cell>
          </tr>
        );
      })}
    </Table>
  );
}
