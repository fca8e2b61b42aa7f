import { Bars } from "#app/_ui/bars.tsx";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import type { Overview } from "#lib/activity/overview.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { type Count, checksAddress, percentOf, percentText } from "./overview.rules.ts";

export function ByEid({ overview, mode, count }: { overview: Overview; mode: Mode; count: Count }) {
  const since = overview.days[0]?.day ?? "";
  const items = overview.eids.map(({ provider, made, confirmed }) => ({
    label: eidName(provider, mode),
    href: checksAddress(mode, { since, provider }),
    percent: percentOf(confirmed, made),
    value: `${count(confirmed)} of ${count(made)}`,
    note: percentText(confirmed, made, count),
  }));
  return (
    <div className="stack">
      <h3>Confirmed, by eID</h3>
      <Bars items={items} />
    </div>
  );
}
