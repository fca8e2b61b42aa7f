import { readBillFacts } from "#db/queries/bill-facts.ts";
import { readReserved } from "#db/queries/reservation.ts";
import { findSubscription } from "#db/queries/subscription.ts";
import { refuse } from "#lib/base/result.ts";
import type { Actor } from "#lib/core/actor.ts";
import { changeOrganization } from "#lib/core/change.ts";
import { readOrganization } from "#lib/core/read.ts";
import { digitsOf } from "./currency.rules.ts";
import { readAmount } from "./money.rules.ts";
import { type Cap, NO_CURRENCY, reservedMinor } from "./spend.rules.ts";
import { readSubscription } from "./subscription.ts";
import { areSound, changeTerms, isPart } from "./terms.ts";

/** In whole units of the currency, such as euros: more is a slip of the hand. */
const MAX_CAP = 1_000_000_000;

/**
 * Sets what is given: the most that the checks of a UTC month may cost, and whether live checks stop there or the cap only sends
 * e-mails. The next call already sees it. Provider `s` reserves the price of each check under way. A reserved price counts as
 * spent, and is billed if the check ends *verified*, even after the cap was lowered.
 * @param shownMinor the cap that the member saw: another one that somebody has set meanwhile is not replaced
 */
export async function setSpendCap(actor: Actor, organizationId: string, cap: Partial<Cap>, shownMinor?: number | null) {
  if (!areSound(cap)) return refuse("cap_invalid");
  return changeOrganization(actor, "change billing", organizationId, async (tx) => {
    const current = await findSubscription(tx, organizationId);
    if (current === null) return refuse("terms_incomplete");
    const before = { spendCapMinor: current.spendCapMinor, stopsAtCap: current.stopsAtCap };
    const after = { ...before, ...cap };
    if (isPart(after, current)) return { value: { changed: false }, audit: null };
    if ((cap.spendCapMinor ?? 0) > MAX_CAP * 10 ** digitsOf(current.currency)) return refuse("cap_too_high");
    const isCurrent = shownMinor === undefined || shownMinor === before.spendCapMinor;
    if (!isCurrent && after.spendCapMinor !== before.spendCapMinor) return refuse("cap_changed");
    const set = await changeTerms(tx, organizationId, after);
    if (!set.ok) return set;
    return { value: { changed: true }, audit: { action: "cap.set", subject: organizationId, before, after } };
  });
}

/** Does the same for a typed and a `shown` amount in the currency of the terms, such as "12.50"; no text is no cap. */
export async function setSpendCapTyped(
  actor: Actor,
  organizationId: string,
  { amount, shown, ...cap }: { amount?: string; shown?: string | undefined; stopsAtCap?: boolean },
) {
  if (amount === undefined) return setSpendCap(actor, organizationId, cap);
  const read = await readSubscription(actor, organizationId);
  if (!read.ok) return read;
  const minorOf = (text: string) => readAmount(text, read.subscription?.currency ?? NO_CURRENCY);
  const spendCapMinor = minorOf(amount);
  if (spendCapMinor === null && amount.trim() !== "") return refuse("cap_invalid");
  return setSpendCap(actor, organizationId, { ...cap, spendCapMinor }, shown === undefined ? shown : minorOf(shown));
}

/** Reads how much of this month's cap the checks under way of provider `s` have reserved, in minor units. */
export async function readReservation(actor: Actor, organizationId: string) {
  return readOrganization(actor, "see billing", organizationId, async (db) => {
    const { terms, usage } = await readBillFacts(db, organizationId);
    const minor = terms === null ? 0 : reservedMinor(terms, usage, await readReserved(db, organizationId));
    return { ok: true, reservedMinor: minor };
  });
}
