import { formatDay } from "#app/_ui/format-date.ts";
import { money } from "#lib/billing/money.rules.ts";
import { daysIn, type Period, startOf } from "#lib/billing/period.rules.ts";
import type { Part } from "#lib/billing/usage.ts";

const [WIDTH, HEIGHT, SPACING] = [720, 140, 4];
const DAY_MS = 86_400_000;

type Chart = { period: Period; days: readonly Part[]; currency: string };

/** A bar per day for the cost of its checks. The table beside it has the same numbers, so screen readers skip the bars. */
export function CostChart({ period, days, currency }: Chart) {
  const known = new Map(days.map(({ value, amountMinor }) => [value, amountMinor]));
  const bars = Array.from({ length: daysIn(period) }, (_, n) => {
    const at = new Date(+startOf(period) + n * DAY_MS);
    return { at, minor: Math.max(0, known.get(at.toISOString().slice(0, 10)) ?? 0) };
  });
  const highest = Math.max(1, ...bars.map(({ minor }) => minor));
  const width = WIDTH / bars.length;
  const [first, last] = [bars[0], bars.at(-1)];
  return (
    <figure className="grid gap-2">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full" aria-hidden="true">
        {bars.map(({ at, minor }, n) => {
          const height = (minor / highest) * (HEIGHT - 16);
          return (
            <rect
              key={+at}
              x={n * width + SPACING / 2}
              y={HEIGHT - height}
              width={width - SPACING}
              height={height}
              rx={2}
              className="fill-accent"
            />
          );
        })}
        <line x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} className="stroke-edge" />
      </svg>
      <figcaption className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm text-soft">
        <span>{first && last && `${formatDay(first.at, "UTC")} to ${formatDay(last.at, "UTC")} (UTC)`}</span>
        <span>The dearest day: {money(highest === 1 && !bars.some(({ minor }) => minor) ? 0 : highest, currency)}</span>
      </figcaption>
    </figure>
  );
}
