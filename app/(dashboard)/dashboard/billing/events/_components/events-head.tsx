import { Card } from "#app/_ui/box.tsx";
import { buttonClass } from "#app/_ui/button-class.ts";
import { classes } from "#app/_ui/classes.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { type Formats, readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import type { EventPage } from "#lib/billing/ledger.ts";
import { type LedgerFilter, ledgerQuery } from "#lib/billing/ledger-filter.rules.ts";
import { EventsFilter } from "./events-filter.tsx";

type Props = {
  /** `null`: nothing is listed. */
  page: Pick<EventPage, "sum" | "currency"> | null;
  filter: LedgerFilter;
  keys: readonly { key: string; label: string }[];
};

/** Shows what the listed rows add up to, and at the end of the line the filter, which opens below it. */
export async function EventsHead({ page, filter, keys }: Props) {
  const formats = await readerFormats();
  const { heading, lead } = page ? wordsOf(page, formats) : {};
  const filterCount = new URLSearchParams(ledgerQuery(filter)).size;
  return (
    <div className="relative mb-3">
      <div className="flex min-h-control flex-wrap items-center gap-x-3 pe-36">
        {heading && <h2>{heading}</h2>}
        {lead && <p className="text-soft">{lead}</p>}
      </div>
      <details className="group">
        <summary
          className={classes(buttonClass({}), "absolute inset-e-0 top-0 list-none [&::-webkit-details-marker]:hidden")}
        >
          {filterCount > 0 ? `Filter (${filterCount} set)` : "Filter"}
          <Icon name="down" className="group-open:rotate-180" />
        </summary>
        <Card className="mt-3">
          <EventsFilter filter={filter} keys={keys} />
        </Card>
      </details>
    </div>
  );
}

function wordsOf({ sum, currency }: Pick<EventPage, "sum" | "currency">, { count, money }: Formats) {
  if (sum === null)
    return { heading: "The newest checks", lead: "There are too many to add up. Filter by days to see a sum." };
  const { checks, reversals, amountMinor } = sum;
  const heading = `${count(checks)} ${checks === 1 ? "check" : "checks"}: ${money(amountMinor, currency)}`;
  const credited = `${count(reversals)} ${reversals === 1 ? "check was" : "checks were"} credited.`;
  return { heading, lead: reversals > 0 ? credited : undefined };
}
