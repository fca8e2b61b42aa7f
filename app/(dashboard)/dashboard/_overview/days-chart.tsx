import { formatDay } from "#app/_ui/format-date.ts";

type Days = readonly { day: string; made: number; confirmed: number }[];

const [WIDTH, HEIGHT, SPACING] = [720, 160, 3];

/** A bar per day for the links that were made, and one over it for the confirmed. The table beside it has the same numbers, so screen readers skip the bars. */
export function DaysChart({ days }: { days: Days }) {
  const highest = Math.max(1, ...days.map(({ made }) => made));
  const width = WIDTH / days.length;
  const bar = (count: number, n: number, fill: string) => {
    const height = (count / highest) * (HEIGHT - 20);
    return (
      <rect
        x={n * width + SPACING / 2}
        y={HEIGHT - height}
        width={width - SPACING}
        height={height}
        rx={2}
        className={fill}
      />
    );
  };
  return (
    <figure className="grid gap-2">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full" aria-hidden="true">
        {days.map(({ day, made, confirmed }, n) => (
          <g key={day}>
            {bar(made, n, "fill-edge")}
            {bar(confirmed, n, "fill-accent")}
          </g>
        ))}
        <line x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} className="stroke-edge" />
      </svg>
      <figcaption className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-soft">
        <span>
          <span aria-hidden="true" className="mr-2 inline-block size-3 rounded-sm bg-edge" />
          Links made
        </span>
        <span>
          <span aria-hidden="true" className="mr-2 inline-block size-3 rounded-sm bg-accent" />
          Confirmed
        </span>
        <span>
          {dayOf(days[0])} to {dayOf(days.at(-1))} (UTC)
        </span>
        <span>The highest day has {highest.toLocaleString("en-GB")}</span>
      </figcaption>
    </figure>
  );
}

function dayOf(one: Days[number] | undefined): string {
  return one ? formatDay(new Date(one.day), "UTC") : "";
}
