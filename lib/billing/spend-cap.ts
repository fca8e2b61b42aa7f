import { findSubscription } from "#db/queries/subscription.ts";
import type { BillingReason } from "#lib/billing/reasons.ts";
import type { Actor } from "#lib/core/actor.ts";
import { changeOrganization } from "#lib/core/change.ts";
import { type Result, refuse } from "#lib/core/result.ts";
import { readAmount } from "./money.rules.ts";
import { type Cap, NO_CURRENCY } from "./spend.rules.ts";
import { readSubscription } from "./subscription.ts";
import { areSound, changeTerms } from "./terms.ts";

/**
 * What the checks of a UTC month should cost at most, and whether live checks stop there or members are only told. Holds
 * from the very next call. Checks of provider `s` that are under way have reserved their price: they count as spent, and are
 * billed if they end *verified*, even where the cap was lowered meanwhile.
 */
export async function setSpendCap(
  actor: Actor,
  organizationId: string,
  cap: Cap,
): Promise<Result<{ changed: boolean }, BillingReason>> {
  if (!areSound(cap)) return refuse("cap_invalid");
  const { spendCapMinor, stopsAtCap } = cap;
  return changeOrganization(actor, "change billing", organizationId, async (tx) => {
    const held = await findSubscription(tx, organizationId);
    if (held === null) return refuse("terms_incomplete");
    const before = { spendCapMinor: held.spendCapMinor, stopsAtCap: held.stopsAtCap };
    const after = { spendCapMinor, stopsAtCap };
    if (before.spendCapMinor === spendCapMinor && before.stopsAtCap === stopsAtCap)
      return { value: { changed: false }, audit: null };
    const set = await changeTerms(tx, organizationId, after);
    if (!set.ok) return set;
    return { value: { changed: true }, audit: { action: "cap.set", subject: organizationId, before, after } };
  });
}

/** The same for an amount as people write it, in the currency of the terms; empty: no cap. */
export async function setSpendCapTyped(
  actor: Actor,
  organizationId: string,
  typed: string,
  stopsAtCap: boolean,
): Promise<Result<{ changed: boolean }, BillingReason>> {
  const held = await readSubscription(actor, organizationId);
  if (!held.ok) return held;
  const spendCapMinor = typed.trim() === "" ? null : readAmount(typed, held.held?.currency ?? NO_CURRENCY);
  if (spendCapMinor === null && typed.trim() !== "") return refuse("cap_invalid");
  return setSpendCap(actor, organizationId, { spendCapMinor, stopsAtCap });
}
