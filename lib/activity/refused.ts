import { countByDay } from "#db/queries/activity-day.ts";
import { selectActivity } from "#db/queries/activity-event-list.ts";
import { dayOf, daysAfter, startOfDay } from "#lib/base/time.rules.ts";
import type { Actor } from "#lib/core/actor.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { readOf } from "#lib/core/read.ts";
import type { Severity } from "#lib/reasons/entry.rules.ts";
import { wentWell } from "./activity.rules.ts";
import { explanationOf } from "./explanation.rules.ts";

/** Bounds the newest events that say which hosts and keys a reason is about. */
const NEWEST = 20;
const SEVERITIES: readonly Severity[] = ["mend", "passing", "chosen"];

/** Names calls, or questions about tokens, that were refused for one reason. */
export type RefusedGroup = Extract<Awaited<ReturnType<typeof refusedOf>>, { ok: true }>["groups"][number];

/** Asks about so many UTC days. `until`: the last of them; without it, today. `key`: of this one; otherwise of all. */
export type RefusedAsked = { days: number; until?: string | undefined; mode: Mode; key?: string | undefined };

/** Finds the first moment of these days, and the one after the last. */
export function refusedRange({ days, until }: RefusedAsked, now: Date): { from: Date; to: Date } {
  const to = daysAfter(until === undefined ? startOfDay(now) : Date.parse(until), 1);
  return { from: daysAfter(to, -days), to };
}

/** Tells what was refused by reason: what can be mended first, then the most frequent, then the newest. */
export async function refusedOf(actor: Actor, organizationId: string, asked: RefusedAsked, now = new Date()) {
  const { days, mode, key } = asked;
  const { from: first, to } = refusedRange(asked, now);
  const names = Array.from({ length: days }, (_, n) => dayOf(daysAfter(first, n)));
  const found = await readOf(actor, "see activity", organizationId, async (db) => {
    const rows = await countByDay(db, organizationId, mode, { from: dayOf(first), to: dayOf(daysAfter(to, -1)) }, key);
    const answers = rows.flatMap((row) =>
      row.kind === "call" || row.kind === "check" ? [{ ...row, kind: row.kind }] : [],
    );
    const refused = answers.filter(({ kind, code }) => !wentWell(kind, code));
    const groups = [];
    for (const group of Map.groupBy(refused, ({ kind, code }) => `${kind} ${code}`).values()) {
      const [{ kind, code } = { kind: "call" as const, code: "" }] = group;
      const counts = names.map((name) =>
        group.filter(({ day }) => day === name).reduce((n, { events }) => n + events, 0),
      );
      const from = new Date(names[firstNeeded(counts)] ?? now);
      const latest = await selectActivity(
        db,
        organizationId,
        { kind, code, mode, from, to, ...(key !== undefined && { key }) },
        NEWEST,
      );
      const { severity } = explanationOf({ kind, code, host: null });
      const events = counts.reduce((sum, count) => sum + count, 0);
      groups.push({
        kind,
        code,
        severity,
        events,
        /** Counts those of each UTC day of the period, the oldest first. */
        days: counts,
        /** Has the newest of them, without their ids, which hold their times to the millisecond. */
        latest: latest.map(({ id: _, ...row }) => row),
      });
    }
    const calls = answers.filter(({ kind }) => kind === "call").reduce((sum, { events }) => sum + events, 0);
    return { calls, groups };
  });
  if (!found.ok) return found;
  const rankOf = ({ severity }: { severity: Severity }) => SEVERITIES.indexOf(severity);
  const newestOf = ({ latest }: { latest: { at: Date }[] }) => Number(latest[0]?.at ?? 0);
  const groups = found.read.groups.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || b.events - a.events || newestOf(b) - newestOf(a),
  );
  return { ok: true as const, calls: found.read.calls, groups };
}

/**
 * Finds the place of the day from which on the newest lie: what was refused counts on its own day. The events of days
 * before are not opened.
 */
function firstNeeded(counts: readonly number[]): number {
  for (let day = counts.length - 1, found = 0; day >= 0; day -= 1) {
    found += counts[day] ?? 0;
    if (found >= NEWEST) return day;
  }
  return 0;
}
