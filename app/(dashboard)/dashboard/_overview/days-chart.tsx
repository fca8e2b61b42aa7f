import { day } from "#app/_ui/format-date.ts";
import type { Overview } from "#lib/activity/overview.ts";

type Days = readonly { day: string; started: number; confirmed: number }[];

const [WIDTH, HEIGHT, GAP] = [720, 160, 3];

/** A bar a day: how many were started, and how many of them confirmed. The table beside it has the same numbers. */
export function DaysChart({ days }: { days: Days }) {
  const most = Math.max(1, ...days.map(({ started }) => started));
  const width = WIDTH / days.length;
  const bar = (count: number, n: number, look: string) => {
    const height = (count / most) * (HEIGHT - 20);
    return (
      <rect x={n * width + GAP / 2} y={HEIGHT - height} width={width - GAP} height={height} rx={2} className={look} />
    );
  };
  return (
    <figure className="grid gap-2">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full" aria-hidden="true">
        {days.map(({ day, started, confirmed }, n) => (
          <g key={day}>
            {bar(started, n, "fill-edge")}
            {bar(confirmed, n, "fill-accent")}
          </g>
        ))}
        <line x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} className="stroke-edge" />
      </svg>
      <figcaption className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-soft">
        <span>
          <span aria-hidden="true" className="mr-2 inline-block size-3 rounded-sm bg-edge" />
          Started
        </span>
        <span>
          <span aria-hidden="true" className="mr-2 inline-block size-3 rounded-sm bg-accent" />
          Confirmed
        </span>
        <span>
          {spoken(days[0])} to {spoken(days.at(-1))} (UTC)
        </span>
        <span>The highest day has {most.toLocaleString("en-GB")}</span>
      </figcaption>
    </figure>
  );
}

function spoken(one: Days[number] | undefined): string {
  return one ? day(new Date(one.day), "UTC") : "";
}

const NOTHING = { started: 0, confirmed: 0, notConfirmed: 0, notFinished: 0, tooYoung: 0, cancelled: 0 };

/** Thirty days to today, also those on which nothing happened. */
export function everyDay({ days }: Overview, mode: "live" | "test", today = new Date()) {
  const known = new Map(days.map((one) => [one.day, one[mode]]));
  return Array.from({ length: 30 }, (_, n) => {
    const day = new Date(+today - (29 - n) * 86_400_000).toISOString().slice(0, 10);
    return { day, ...(known.get(day) ?? NOTHING) };
  });
}
