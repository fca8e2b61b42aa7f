import { listKeyAlerts } from "#db/queries/key-alert.ts";
import { type CappedRow, listCapped } from "#db/queries/spend-alert.ts";
import type { Actor } from "#lib/core/actor.ts";
import { readOf } from "#lib/core/change.ts";
import type { Refused } from "#lib/core/result.ts";
import { reachedOf, type SpendThreshold } from "./alert.rules.ts";

/** `cap`: how this month stands to it; `null`: there is none, or not half of it is spent. */
export type Alerts = {
  cap: (CappedRow & { percent: SpendThreshold }) | null;
  keys: Awaited<ReturnType<typeof listKeyAlerts>>;
};

/** What a member should know of the money before it is too late: as things are now, not as they were when a mail went out. */
export async function readAlerts(actor: Actor, organizationId: string): Promise<({ ok: true } & Alerts) | Refused> {
  const found = await readOf(actor, "see billing", organizationId, (db) =>
    Promise.all([listCapped(db, organizationId), listKeyAlerts(db, organizationId)]),
  );
  if (!found.ok) return found;
  const [[row], keys] = found.read;
  const percent = row && reachedOf(row).at(-1);
  return { ok: true, cap: row && percent ? { ...row, percent } : null, keys };
}
