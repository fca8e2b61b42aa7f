import { findSubscription, readBillFacts } from "#db/queries/subscription.ts";
import { readReserved } from "#db/queries/verification-reserved.ts";
import type { Actor } from "#lib/core/actor.ts";
import { changeOrganization } from "#lib/core/change.ts";
import { config } from "#lib/core/config.ts";
import { readOf } from "#lib/core/read.ts";
import { type Refused, type Result, refuse } from "#lib/core/result.ts";
import { readAmount } from "./money.rules.ts";
import type { BillingReason } from "./reasons.ts";
import { type Cap, NO_CURRENCY, reservedMinor } from "./spend.rules.ts";
import { readSubscription } from "./subscription.ts";
import { areSound, changeTerms, isPart } from "./terms.ts";

/**
 * Sets what is given: the most that the checks of a UTC month may cost, and whether live checks stop there or the cap only sends
 * e-mails. The next call already sees it. Provider `s` reserves the price of each check under way. A reserved price counts as
 * spent, and is billed if the check ends *verified*, even after the cap was lowered.
 */
export async function setSpendCap(
  actor: Actor,
  organizationId: string,
  cap: Partial<Cap>,
): Promise<Result<{ changed: boolean }, BillingReason>> {
  if (!areSound(cap)) return refuse("cap_invalid");
  return changeOrganization(actor, "change billing", organizationId, async (tx) => {
    const current = await findSubscription(tx, organizationId);
    if (current === null) return refuse("terms_incomplete");
    const before = { spendCapMinor: current.spendCapMinor, stopsAtCap: current.stopsAtCap };
    const after = { ...before, ...cap };
    if (isPart(after, current)) return { value: { changed: false }, audit: null };
    const set = await changeTerms(tx, organizationId, after);
    if (!set.ok) return set;
    return { value: { changed: true }, audit: { action: "cap.set", subject: organizationId, before, after } };
  });
}

/** The same for a typed `amount` in the currency of the terms, such as "12.50"; an empty text removes the cap. */
export async function setSpendCapTyped(
  actor: Actor,
  organizationId: string,
  { amount, ...cap }: { amount?: string; stopsAtCap?: boolean },
): Promise<Result<{ changed: boolean }, BillingReason>> {
  if (amount === undefined) return setSpendCap(actor, organizationId, cap);
  const typed = amount.trim();
  const read = await readSubscription(actor, organizationId);
  if (!read.ok) return read;
  const spendCapMinor = typed === "" ? null : readAmount(typed, read.subscription?.currency ?? NO_CURRENCY);
  if (spendCapMinor === null && typed !== "") return refuse("cap_invalid");
  return setSpendCap(actor, organizationId, { ...cap, spendCapMinor });
}

/** How much of this month's cap the checks under way of provider `s` have reserved, in minor units. */
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
