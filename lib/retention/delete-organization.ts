import { findOrganization, deleteOrganization as remove } from "#db/queries/account.ts";
import { rememberOrganization } from "#db/queries/bill-to.ts";
import { findStripeCustomer } from "#db/queries/stripe.ts";
import { closeCheckout } from "#lib/billing/stripe/checkout.ts";
import type { Actor } from "#lib/core/actor.ts";
import { type Changed, changeOrganization } from "#lib/core/change.ts";
import { isTyped } from "#lib/core/text.ts";

/**
 * For good: its keys, domains, members and terms are gone, and its calls refused from the very next one on. `typedName`: its
 * name, to the letter. The ledger and the audit log stay, and the month is invoiced as far as it went.
 */
export async function deleteOrganization(
  actor: Actor,
  organizationId: string,
  typedName: string,
): Promise<Changed<{ name: string }>> {
  const deleted = await changeOrganization<{ name: string }>(
    actor,
    "delete the organization",
    organizationId,
    async (tx) => {
      const found = await findOrganization(tx, organizationId);
      if (!found || !isTyped(typedName, found.name))
        return { trace: null, result: { ok: false, reason: "name_differs" } };
      const stripe = await findStripeCustomer(tx, organizationId);
      // Stripe would go on charging for it, and nobody could end that here any more.
      if (stripe?.subscribedAt && stripe.endedAt === null)
        return { trace: null, result: { ok: false, reason: "subscription_lives" } };
      await rememberOrganization(tx, organizationId);
      await remove(tx, organizationId);
      const { name } = found;
      return {
        trace: { action: "organization.deleted", subject: organizationId, before: { name } },
        result: { ok: true, name },
      };
    },
  );
  // After the commit, so that nobody waits for Stripe under the gate. What is paid all the same ends when Stripe tells of it.
  if (deleted.ok) await closeCheckout(organizationId);
  return deleted;
}
