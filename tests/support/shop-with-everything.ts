import { setPlan } from "#lib/billing/plans.ts";
import { claimDomain } from "#lib/domains/proof.ts";
import { prepareRun } from "#lib/gate-test/gate-test-run.ts";
import { addKeySecret, lockKey } from "#lib/keys/key-secret.ts";
import { rotateKey } from "#lib/keys/plugin-key.ts";
import { invite, listInvitations } from "#lib/organizations/invitation.ts";
import { changeSettings } from "#lib/organizations/settings.ts";
import { invoiceFor } from "./invoice.ts";
import { keyOf } from "./key.ts";
import { newOrganization, TEST_PLAN } from "./organization.ts";
import { signedIn } from "./signed-in.ts";

const OPERATOR = { kind: "operator" } as const;

type Base = { id: string; mark: string; host: string };

/** What a shop may have, each with a mark that no other page has. */
const PARTS = {
  key: ({ id, mark }: Base) => keyOf(id, "test", `label-${mark}`),
  openSecret: async ({ id }: Base) => {
    const key = await keyOf(id, "live");
    await addKeySecret(OPERATOR, key);
    return key;
  },
  lockedKey: ({ id }: Base) => lockedKeyOf(id, 1),
  twiceLocked: ({ id }: Base) => lockedKeyOf(id, 2),
  oldKey: async ({ id }: Base) => {
    const key = await keyOf(id, "live");
    await rotateKey(OPERATOR, key, "7d");
    return key;
  },
  other: ({ id, mark }: Base) => signedIn({ of: id, role: "viewer", email: `colleague-${mark}@shop.example` }),
  claimed: async ({ id, mark }: Base) => {
    const host = `claimed-${mark}.example`;
    await claimDomain(OPERATOR, { organizationId: id, host, includeSubdomains: false });
    return host;
  },
  invitation: async ({ id, mark }: Base) => {
    await invite(OPERATOR, id, `guest-${mark}@shop.example`, "viewer");
    const invitations = await listInvitations(OPERATOR, id);
    return (invitations.ok && invitations.rows[0]?.id) || "";
  },
  plan: async () => {
    await setPlan(OPERATOR, TEST_PLAN);
    return TEST_PLAN.id;
  },
  run: async ({ id, host }: Base) => {
    const key = await keyOf(id, "test");
    const prepared = await prepareRun(OPERATOR, id, {
      key,
      page: `https://${host}/checkout`,
      start: null,
      protects: "Pay",
    });
    return prepared.ok ? prepared.id : "";
  },
  invoice: ({ id }: Base) => invoiceFor(id),
} satisfies Record<string, (base: Base) => Promise<unknown>>;

export type ShopPart = keyof typeof PARTS;
type OfParts = { [Name in ShopPart]: Awaited<ReturnType<(typeof PARTS)[Name]>> };

/**
 * An organization with a live key, a verified domain, an owner who is signed in, and these parts.
 * What was not asked for is `undefined`: a test that needs it fails.
 */
export async function shopWith(parts: readonly ShopPart[]) {
  const shop = await newOrganization();
  const { id } = shop;
  const mark = id.slice(-12);
  const owner = await signedIn({ of: id, role: "owner", email: `owner-${mark}@shop.example` });
  await changeSettings(OPERATOR, id, { name: `Shop ${mark}`, legalAddress: `Street ${mark}` });
  const built: Partial<Record<ShopPart, unknown>> = {};
  for (const part of parts) built[part] = await PARTS[part]({ id, mark, host: shop.host });
  return { id, mark, name: `Shop ${mark}`, liveKey: shop.key, host: shop.host, owner, ...(built as OfParts) };
}

/** An organization with one of everything. */
export function shopWithEverything(): Promise<FullShop> {
  return shopWith(Object.keys(PARTS) as ShopPart[]);
}

export type FullShop = Awaited<ReturnType<typeof shopWith>>;

async function lockedKeyOf(id: string, times: number): Promise<string> {
  const key = await keyOf(id, "live");
  for (let n = 0; n < times; n += 1) await addKeySecret(OPERATOR, key);
  await lockKey(OPERATOR, key);
  return key;
}
