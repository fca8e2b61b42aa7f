import { setPlan } from "#lib/billing/plans.ts";
import { claimDomain } from "#lib/domains/proof.ts";
import { addKeySecret } from "#lib/keys/key-secret.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { invite, listInvitations } from "#lib/organizations/invitation.ts";
import { changeSettings } from "#lib/organizations/settings.ts";
import { invoiceFor } from "./invoice.ts";
import { organization, PLAN } from "./organization.ts";
import { signedIn } from "./signed-in.ts";

const OPERATOR = { kind: "operator" } as const;

/** An organization with one of everything, each with a mark that no other page has. */
export async function shopWithEverything() {
  const shop = await organization();
  const { id } = shop;
  const lockedTimes = async (times: number) => {
    const made = await createKey(OPERATOR, { organizationId: id, mode: "live", label: "" });
    const text = made.ok ? made.key : "";
    for (let n = 0; n < times; n += 1) await addKeySecret(OPERATOR, text);
    return text;
  };
  const mark = id.slice(-12);
  const owner = await signedIn({ of: id, role: "owner", email: `owner-${mark}@shop.example` });
  const other = await signedIn({ of: id, role: "viewer", email: `colleague-${mark}@shop.example` });
  const made = await createKey(OPERATOR, { organizationId: id, mode: "test", label: `label-${mark}` });
  const key = made.ok ? made.key : "";
  const [lockedKey, twiceLocked] = [await lockedTimes(1), await lockedTimes(2)];
  const claimed = `claimed-${mark}.example`;
  await claimDomain(OPERATOR, { organizationId: id, host: claimed, includeSubdomains: false });
  await changeSettings(OPERATOR, id, { name: `Shop ${mark}`, legalAddress: `Street ${mark}` });
  const guest = `guest-${mark}@shop.example`;
  await invite(OPERATOR, id, guest, "viewer");
  const invitations = await listInvitations(OPERATOR, id);
  const invitation = (invitations.ok && invitations.rows[0]?.id) || "";
  await setPlan(OPERATOR, PLAN);
  const invoice = await invoiceFor(id);
  return {
    id,
    mark,
    name: `Shop ${mark}`,
    liveKey: shop.key,
    key,
    lockedKey,
    twiceLocked,
    host: shop.host,
    claimed,
    owner,
    other,
    invitation,
    invoice,
  };
}

export type Shop = Awaited<ReturnType<typeof shopWithEverything>>;
