import type { ReactNode } from "react";
import { linePath, type Point } from "#app/_ui/chart.rules.ts";
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
  const { max, startX, nowX, endX } = lanes;
  return (
    <figure className="grid gap-2 rounded-l border border-line px-4 pt-4 pb-2">
      <Lane name="Old key" row={old} points={lanes.old} max={max} nowX={nowX} endX={endX} />
      <Lane name="New key" row={fresh} points={lanes.fresh} max={max} nowX={nowX} endX={null} />
      <div className="relative h-5 text-meta text-soft @phone/sheet:ms-48" aria-hidden="true">
        {startX !== null && nowX - startX > 14 && <Tick x={startX}>{shortDay(fresh.createdAt)}</Tick>}
        <Tick x={nowX}>
          <span className="font-semibold text-ink">now</span>
        </Tick>
        {endX - nowX > 14 && <Tick x={endX}>{shortDay(endsAt)}</Tick>}
      </div>
      <figcaption className="sr-only">
        The old key had {count(inLastHour(old))} calls in the last hour, the new one {count(inLastHour(fresh))}. The old
        key ends {when(endsAt)}.
      </figcaption>
    </figure>
  );
}

export function inLastHour({ callsByHour }: { callsByHour: readonly number[] }): number {
  return callsByHour.at(-1) ?? 0;
}

function Tick({ x, children }: { x: number; children: ReactNode }) {
  return (
    <span className="absolute -translate-x-1/2 whitespace-nowrap" style={{ insetInlineStart: `${x}%` }}>
      {children}
    </span>
  );
}

/** `endX`: where the key ends; `null`: it stays. */
type Lane = {
  name: string;
  row: RotatedKey;
  points: readonly Point[];
  max: number;
  nowX: number;
  endX: number | null;
};

async function Lane({ name, row, points, max, nowX, endX }: Lane) {
  const { count } = await readerFormats();
  const [first, last] = [points.at(0), points.at(-1)];
  const line = linePath(points.map(({ x, y }) => ({ x, y: BOTTOM - (y / max) * HEIGHT })));
  const calls = inLastHour(row);
  const tone = endX === null ? STAYS : ENDS;
  const stroke = { className: tone.line, strokeWidth: 2, vectorEffect: "non-scaling-stroke" } as const;
  return (
    <div className="grid items-center gap-x-4 gap-y-1 @phone/sheet:grid-cols-[11rem_minmax(0,1fr)]">
      <p>
        <b>{name}</b> <code>{shortKey(row.key)}</code>
        <span className="block text-meta text-soft">
          {count(calls)} {calls === 1 ? "call" : "calls"} in the last hour
        </span>
      </p>
      <div className="relative h-12 border-b border-line">
        <svg className="absolute inset-0 size-full" viewBox="0 0 100 32" preserveAspectRatio="none" aria-hidden="true">
          {first && last && (
            <>
              <path className={tone.area} d={`${line}L${last.x} ${BOTTOM}L${first.x} ${BOTTOM}z`} />
              <path {...stroke} d={line} />
            </>
          )}
          <path {...stroke} strokeDasharray="4 4" d={`M${nowX} ${BOTTOM}H${endX ?? 100}`} />
        </svg>
        <span
          className="absolute top-0 -bottom-px border-s-[1.5px] border-ink"
          style={{ insetInlineStart: `${nowX}%` }}
        />
        {endX !== null && (
          <span
            className="absolute top-0 -bottom-px border-s-2 border-bad forced-colors:border-s-4"
            style={{ insetInlineStart: `${endX}%` }}
          />
        )}
      </div>
    </div>
  );
}

const ENDS = {
  area: "fill-mute-wash forced-colors:fill-[GrayText]",
  line: "fill-none stroke-chart-no forced-colors:stroke-[CanvasText]",
};
const STAYS = {
  area: "fill-chart-fill forced-colors:fill-[Highlight]",
  line: "fill-none stroke-chart-yes forced-colors:stroke-[CanvasText]",
};
