import { formatDate } from "#app/_ui/format-date.ts";
import { explanationOf } from "#lib/activity/explanation.rules.ts";
import { latestCalls } from "#lib/activity/list.ts";
import type { User } from "#lib/core/actor.ts";

export type RecentCall = {
  ok: boolean;
  at: string;
  words: string;
  fix: string | null;
  link: string | null;
};

const RECENT_MS = 24 * 3_600_000;
const MAX = 10;

/** The latest calls of the last 24 hours, ten at most, with their explanations; `null`: this user may not see them. */
export async function recentCalls(user: User, organization: string, timeZone: string): Promise<RecentCall[] | null> {
  const found = await latestCalls(user, organization, new Date(Date.now() - RECENT_MS));
  if (!found.ok) return null;
  return found.rows
    .slice(0, MAX)
    .map((row) => ({ ok: row.ok, at: formatDate(row.at, timeZone), ...explanationOf(row) }));
}
