import { readCalendar } from "#db/queries/closed-month.ts";
import type { Operator } from "#lib/core/actor.ts";
import type { Listed } from "#lib/core/change.ts";
import { adminConfig } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";
import { refuse } from "#lib/core/result.ts";
import { closeFrom } from "./close.ts";
import { hasSeller, type Issued } from "./issue.ts";
import { type Period, periodOf } from "./period.rules.ts";

/**
 * The operator does not wait for the job: closes what is open up to a month that is over, the oldest first, and answers with
 * what was issued. A month that is closed already has nothing more.
 */
export async function closeNow(_actor: Operator, month: Period): Promise<Listed<Issued>> {
  if (!hasSeller()) return refuse("seller_missing");
  // What is not sealed yet is sealed first, and that takes the keys that its rows were signed with.
  if (adminConfig().keys.length === 0) return refuse("keys_missing");
  const { today, firstOpen } = await readCalendar(database());
  if (month >= periodOf(today)) return refuse("month_not_over");
  return { ok: true, rows: firstOpen === null ? [] : await closeFrom(firstOpen, month) };
}
