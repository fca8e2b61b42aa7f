import { Bars } from "#app/_ui/bars.tsx";
import { Disclosure } from "#app/_ui/disclosure.tsx";
import { Section } from "#app/_ui/section.tsx";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import type { LedgerFilter } from "#lib/billing/ledger-filter.rules.ts";
import type { Part, UsageReport } from "#lib/billing/usage.ts";
import { eventsHref, monthFilter } from "./events-link.tsx";

const SHOWN = 6;

/** Shows the cost of the month by eID, by host and by key, each row with a link to its part of the ledger. */
export function Sources({ usage }: { usage: UsageReport }) {
  const { period, byProvider, byHost, byKey } = usage;
  const span = monthFilter(period);
  const list = (heading: string, parts: readonly Part[], rowOf: (part: Part) => Row) => (
    <SourceList heading={heading} parts={parts} rowOf={rowOf} currency={usage.currency} />
  );
  return (
    <Section className="grid gap-8 @min-[52rem]/sheet:grid-cols-3" aria-label="Where the cost comes from">
      {list("By eID", byProvider, ({ value }) =>
        value === "s" || value === "b"
          ? { label: eidName(value), filter: { ...span, provider: value } }
          : { label: "Not recorded", filter: null },
      )}
      {list("By host", byHost, ({ value }) => ({
        label: value ?? "Not recorded",
        filter: value === null ? null : { ...span, host: value },
      }))}
      {list("By key", byKey, ({ value, label }) => ({
        label: label || value || "Deleted key",
        filter: value === null ? null : { ...span, key: value },
      }))}
    </Section>
  );
}

/** `filter`: `null`, if no filter finds these rows alone. */
type Row = { label: string; filter: LedgerFilter | null };

type List = { heading: string; parts: readonly Part[]; rowOf: (part: Part) => Row; currency: string };

async function SourceList({ heading, parts, rowOf, currency }: List) {
  const { count, money } = await readerFormats();
  const sum = Math.max(
    1,
    parts.reduce((all, { amountMinor }) => all + Math.max(0, amountMinor), 0),
  );
  const counted = new Map<string, number>();
  const items = parts
    .toSorted((a, b) => b.amountMinor - a.amountMinor)
    .map((part) => {
      const { label, filter } = rowOf(part);
      const same = (counted.get(label) ?? 0) + 1;
      counted.set(label, same);
      return {
        label: same > 1 ? `${label} (${same})` : label,
        href: filter ? eventsHref(filter) : undefined,
        percent: (Math.max(0, part.amountMinor) / sum) * 100,
        value: count(part.checks),
        note: money(part.amountMinor, currency),
      };
    });
  return (
    <div className="grid content-start gap-1.5 *:min-w-0">
      <h3>{heading}</h3>
      <Bars items={items.slice(0, SHOWN)} />
      {items.length > SHOWN && (
        <Disclosure summary={`${items.length - SHOWN} more`}>
          <Bars items={items.slice(SHOWN)} />
        </Disclosure>
      )}
    </div>
  );
}
