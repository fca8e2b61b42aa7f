import { insertFormerOrganization } from "#db/queries/former-organization.ts";
import { deleteOrganizationRow, findOrganization } from "#db/queries/organization.ts";
import { findStripeCustomer } from "#db/queries/stripe-customer.ts";
import { refuse } from "#lib/base/result.ts";
import { isTyped } from "#lib/base/text.ts";
import { closeCheckout } from "#lib/billing/stripe/checkout.ts";
import type { Actor } from "#lib/core/actor.ts";
import { changeOrganization } from "#lib/core/change.ts";

/** Deletes an organization with all but its ledger and audit log. The current month is invoiced. */
export async function deleteOrganization(actor: Actor, organizationId: string, typedName: string) {
  const deleted = await changeOrganization(actor, "delete the organization", organizationId, async (tx) => {
    const found = await findOrganization(tx, organizationId);
    if (!found || !isTyped(typedName, found.name)) return refuse("name_differs");
    const stripe = await findStripeCustomer(tx, organizationId);
    // Stripe would continue to charge, and nobody could end that here.
    if (stripe?.span?.until === null) return refuse("subscription_active");
    await insertFormerOrganization(tx, organizationId);
    await deleteOrganizationRow(tx, organizationId);
    const { name } = found;
    return { value: { name }, audit: { action: "organization.deleted", subject: organizationId, before: { name } } };
  });
  // After the commit, so that nobody waits for Stripe under the lock. A payment that comes meanwhile ends with its webhook.
  if (deleted.ok) await closeCheckout(organizationId);
  return deleted;
}
