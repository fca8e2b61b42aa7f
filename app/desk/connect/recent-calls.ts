import { when } from "#app/desk/when.ts";
import { latestCalls } from "#lib/account/activity.ts";
import type { User } from "#lib/account/actor.ts";
import { explanationOf } from "#lib/rules/explanation.ts";

export type RecentCall = {
  ok: boolean;
  at: string;
  words: string;
  fix: string | null;
  link: string | null;
};

const RECENT_MS = 24 * 3_600_000;
const MOST = 10;

/** The calls of the last day, as the page shows them; `null` where they are not this user's to see. */
export async function recentCalls(user: User, organization: string, timeZone: string): Promise<RecentCall[] | null> {
  const found = await latestCalls(user, organization, new Date(Date.now() - RECENT_MS));
  if (!found.ok) return null;
  return found.rows.slice(0, MOST).map((row) => ({ ok: row.ok, at: when(row.at, timeZone), ...explanationOf(row) }));
}
