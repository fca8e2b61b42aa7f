import { linePath, type Point } from "#app/_ui/chart.rules.ts";
import { vars } from "#app/_ui/vars.ts";
import { readerDates } from "#app/(dashboard)/_lib/reader-dates.ts";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { shortKey } from "#lib/keys/plugin-key.rules.ts";
import { type KeyCalls, rotationLanes } from "../_lib/rotation.rules.ts";

export type RotatedKey = KeyCalls & { key: string; label: string };

type Props = { old: RotatedKey; fresh: RotatedKey; endsAt: Date };

/** The line has room for its own width at the top. */
const [BOTTOM, HEIGHT] = [31, 28];

/** Draws the old key and the new one, with the calls of each over time, and when the old one ends. */
export async function RotationPicture({ old, fresh, endsAt }: Props) {
  const { count } = await readerFormats();
  const { now, shortDay, when } = await readerDates();
  const lanes = rotationLanes({ old, fresh, endsAt }, now);
  const { startX, nowX, endX } = lanes;
  return (
    <figure className="rotation" style={vars({ "--now": `${nowX}%`, "--end": `${endX}%` })}>
      <Lane name="Old key" row={old} points={lanes.old} max={lanes.max} nowX={nowX} until={endX} className="old" />
      <Lane name="New key" row={fresh} points={lanes.fresh} max={lanes.max} nowX={nowX} until={100} />
      <div className="ticks meta" aria-hidden="true">
        {startX !== null && nowX - startX > 14 && (
          <span style={vars({ "--x": `${startX}%` })}>{shortDay(fresh.createdAt)}</span>
        )}
        <span className="now" style={vars({ "--x": `${nowX}%` })}>
          now
        </span>
        {endX - nowX > 14 && <span style={vars({ "--x": `${endX}%` })}>{shortDay(endsAt)}</span>}
      </div>
      <figcaption className="sr">
        The old key had {count(inLastHour(old))} calls in the last hour, the new one {count(inLastHour(fresh))}. The old
        key ends {when(endsAt)}.
      </figcaption>
    </figure>
  );
}

export function inLastHour({ callsByHour }: { callsByHour: readonly number[] }): number {
  return callsByHour.at(-1) ?? 0;
}

type Lane = {
  name: string;
  row: RotatedKey;
  points: readonly Point[];
  max: number;
  nowX: number;
  until: number;
  className?: string;
};

async function Lane({ name, row, points, max, nowX, until, className = "new" }: Lane) {
  const { count } = await readerFormats();
  const [first, last] = [points.at(0), points.at(-1)];
  const line = linePath(points.map(({ x, y }) => ({ x, y: BOTTOM - (y / max) * HEIGHT })));
  const calls = inLastHour(row);
  return (
    <div className="lane">
      <p>
        <b>{name}</b> <code>{shortKey(row.key)}</code>
        <span className="meta">
          {count(calls)} {calls === 1 ? "call" : "calls"} in the last hour
        </span>
      </p>
      <div className={`track ${className}`}>
        <svg viewBox="0 0 100 32" preserveAspectRatio="none" aria-hidden="true">
          {first && last && (
            <>
              <path className="area" d={`${line}L${last.x} ${BOTTOM}L${first.x} ${BOTTOM}z`} />
              <path className="line" d={line} />
            </>
          )}
          <path className="ahead" d={`M${nowX} ${BOTTOM}H${until}`} />
        </svg>
      </div>
    </div>
  );
}
