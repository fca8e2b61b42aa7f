import { readBillFacts } from "#db/queries/subscription.ts";
import { readReserved } from "#db/queries/verification-reserved.ts";
import type { Actor } from "#lib/core/actor.ts";
import { readOf } from "#lib/core/change.ts";
import { config } from "#lib/core/config.ts";
import type { Refused } from "#lib/core/result.ts";
import { reservedMinor } from "./spend.rules.ts";

/** What the checks of provider `s` that are under way have reserved of this month's cap. */
export async function readReservation(
  actor: Actor,
  organizationId: string,
): Promise<{ ok: true; reservedMinor: number } | Refused> {
  const found = await readOf(actor, "see billing", organizationId, async (db) => {
    const { now, terms, usage } = await readBillFacts(db, organizationId);
    if (terms === null) return 0;
    return reservedMinor(terms, usage, await readReserved(db, [organizationId], now, config().ttl));
  });
  return found.ok ? { ok: true, reservedMinor: found.read } : found;
}
