import Link from "next/link";
import type { ReactNode } from "react";
import { type LedgerFilter, ledgerQuery } from "#lib/billing/ledger-filter.rules.ts";

/** A number that leads to the rows of the ledger that it sums. */
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
