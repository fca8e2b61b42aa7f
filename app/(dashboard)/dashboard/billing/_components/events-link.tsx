import type { ReactNode } from "react";
import { lastDayOf, type Period } from "#lib/base/time.rules.ts";
import { type LedgerFilter, ledgerQuery } from "#lib/billing/ledger-filter.rules.ts";

/** Links a number to the rows of the ledger that it sums. */
export function EventsLink({ filter, children }: { filter: LedgerFilter; children: ReactNode }) {
  return <a href={eventsHref(filter)}>{children}</a>;
}

export function eventsHref(filter: LedgerFilter): string {
  return `/dashboard/billing/events?${ledgerQuery(filter)}`;
}

/** Finds what the invoice of a month counts. */
export function monthFilter(period: Period) {
  return { since: period, until: lastDayOf(period), mode: "live", credits: "without" } as const;
}
