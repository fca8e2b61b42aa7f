import type { Refused } from "#lib/base/result.ts";
import { setPlan } from "#lib/billing/plans.ts";
import { setSubscription } from "#lib/billing/subscription.ts";
import { OPERATOR } from "#lib/core/actor.ts";
import { verifyDomainManually } from "#lib/domains/domain.ts";
import { loadConfiguration } from "#lib/eid/read-providers.ts";
import { createKey, listKeys } from "#lib/keys/plugin-key.ts";
import { setAccent } from "#lib/organizations/branding.ts";
import { EXAMPLE_ID } from "#lib/organizations/example.rules.ts";
import { addOwner } from "#lib/organizations/member.ts";
import { createOrganization, listOrganizations } from "#lib/organizations/organization.ts";
import { closeDatabase } from "#lib/runtime/database.ts";
import { seedExample } from "#sandbox/example/seed.ts";

const NAME = "Demo wine shop";
const LABELS = { live: "Shop", test: "Staging" } as const;
const HOST = "localhost";
const PLAN = { currency: "EUR", isOffered: true, stripePrices: [] as string[] };
const PLANS = [
  { ...PLAN, id: "starter", name: "Starter", monthlyFeeMinor: 0, priceSMinor: 10, priceBMinor: 12, includedChecks: 0 },
  { ...PLAN, id: "shop", name: "Shop", monthlyFeeMinor: 2_900, priceSMinor: 8, priceBMinor: 9, includedChecks: 200 },
] as const;
/** Colours the buttons of the visitor's pages. */
const COLOUR = "#7a1f35";
const OWNER = "owner@shop.example";

type Demo = {
  organization: { id: string; name: string; liveKey: string; testKey: string; verifiedHost: string };
  member: { email: string };
  exampleId: string;
};

loadConfiguration();
// To `start.mjs`.
process.send?.(await seedDemo());
await closeDatabase();

/** Makes the demo's organization with the operator's verbs. A second start finds it again. */
async function seedDemo(): Promise<Demo> {
  const before = orThrow(await listOrganizations(OPERATOR)).rows.find(({ name }) => name === NAME);
  const { id } = before ?? orThrow(await createOrganization(OPERATOR, NAME));
  const { rows: keys } = orThrow(await listKeys(OPERATOR, id));
  const keyOf = async (mode: "live" | "test") =>
    keys.find((key) => key.mode === mode && key.revokedAt === null)?.key ??
    orThrow(await createKey(OPERATOR, { organizationId: id, mode, label: LABELS[mode] })).key;
  const [liveKey, testKey] = [await keyOf("live"), await keyOf("test")];
  orThrow(await verifyDomainManually(OPERATOR, { organizationId: id, host: HOST, includeSubdomains: false }));
  if (!before) {
    for (const plan of PLANS) orThrow(await setPlan(OPERATOR, plan));
    orThrow(await setSubscription(OPERATOR, id, { status: "active", planId: PLANS[0].id }));
    orThrow(await setAccent(OPERATOR, id, COLOUR));
  }
  const { email } = orThrow(await addOwner(OPERATOR, id, OWNER));
  await seedExample({ owner: email, plan: PLANS[0] });
  return {
    organization: { id, name: NAME, liveKey, testKey, verifiedHost: HOST },
    member: { email },
    exampleId: EXAMPLE_ID,
  };
}

function orThrow<Result>(changed: ({ ok: true } & Result) | Refused): Result {
  if (!changed.ok) throw new Error(`The demo could not be set up: ${changed.reason}`);
  return changed;
}
