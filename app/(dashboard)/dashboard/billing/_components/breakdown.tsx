import { Section } from "#app/_ui/section.tsx";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { lastDayOf } from "#lib/billing/period.rules.ts";
import type { UsageReport } from "#lib/billing/usage.ts";
import { SumTable } from "./sum-table.tsx";

/** The sum of the month by provider, by host and by key. */
export function Breakdown({ usage: { period, currency, byProvider, byHost, byKey } }: { usage: UsageReport }) {
  const span = { since: period, until: lastDayOf(period), mode: "live", credits: "without" } as const;
  if (byProvider.length === 0) return null;
  return (
    <Section heading="Where it came from">
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-2">
        <SumTable
          caption="By eID"
          name="eID"
          parts={byProvider}
          currency={currency}
          labelOf={({ value }) => (value === "s" || value === "b" ? eidName(value) : value)}
          filterOf={({ value }) => (value === "s" || value === "b" ? { ...span, provider: value } : null)}
        />
        <SumTable
          caption="By host"
          name="Host"
          parts={byHost}
          currency={currency}
          labelOf={({ value }) => value ?? "Not recorded"}
          filterOf={({ value }) => (value === null ? null : { ...span, host: value })}
        />
        <SumTable
          caption="By key"
          name="Key"
          parts={byKey}
          currency={currency}
          labelOf={({ value, label }) => label || value || "A key that is gone"}
          filterOf={({ value }) => (value === null ? null : { ...span, key: value })}
        />
      </div>
    </Section>
  );
}
