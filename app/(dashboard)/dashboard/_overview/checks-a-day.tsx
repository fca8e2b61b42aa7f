import { BarChart } from "#app/_ui/bar-chart.tsx";
import { formatShortDay } from "#app/_ui/format-date.ts";
import { Section } from "#app/_ui/section.tsx";
import type { Overview } from "#lib/activity/overview.ts";
import { daysAfter } from "#lib/base/time.rules.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { checksHref } from "../checks/_lib/addresses.ts";
import { type Count, isUnknown } from "./overview.rules.ts";

/** Tells how the checks of a day ended, from the axis up. */
export const CHECK_SERIES = [
  { name: "Confirmed", fill: "yes" },
  { name: "Not confirmed", fill: "no" },
  { name: "Under way or did not finish", fill: "open" },
] as const;

type Props = { days: Overview["days"]; mode: Mode; createdAt: Date; count: Count };

/** Draws each day's checks by how they ended, with a link to them. Nothing is known of the days before the organization. */
export function ChecksADay({ days, mode, createdAt, count }: Props) {
  const now = new Date();
  const bars = days.map(({ day, ...funnel }) => ({
    label: formatShortDay(new Date(`${day}T12:00:00Z`), "UTC", now),
    href: checksHref({ mode, from: new Date(day), to: daysAfter(new Date(day), 1) }),
    values: isUnknown({ day, ...funnel }, createdAt)
      ? null
      : [funnel.confirmed, funnel.notConfirmed, funnel.made - funnel.cameBack],
  }));
  return (
    <Section className="max-sm:pt-6">
      <BarChart heading="Checks a day" bars={bars} series={CHECK_SERIES} total="Links" format={count} />
    </Section>
  );
}
