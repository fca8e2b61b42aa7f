import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { setSubscription } from "#lib/billing/subscription.ts";
import { verifyDomainManually } from "#lib/domains/domain.ts";
import { pauseKey, revokeKey } from "#lib/keys/plugin-key.ts";
import { suspendOrganization } from "#lib/organizations/organization.ts";
import { startApp } from "#tests/support/app.ts";
import { claims, linksOf, lockedShop, reservedChecks } from "#tests/support/claims.ts";
import { inFull } from "#tests/support/full.ts";
import { generate } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { sharedApp } from "#tests/support/shared-app.ts";

const OPERATOR = { kind: "operator" } as const;
const [CALLS, CAP] = inFull([500, 100], [200, 40]);
/** How many calls begin after a change has committed. */
const LATE_CALLS = inFull(200, 20);
const ROUNDS = inFull(20, 1);

let own: Awaited<ReturnType<typeof startApp>>;
/** Of two processes on one database. */
let urls: string[];

beforeAll(async () => {
  own = await startApp(inject("env"), await freePort());
  urls = [own.url, await sharedApp()];
});
afterAll(() => own.stop());

/** One call, through the process whose turn it is. */
function call(shop: { key: string; domain: string }, n: number) {
  process.env.SERVER_URL = urls[n % 2];
  return generate("b", shop);
}

test("a cap that stops accepts exactly as many calls as it pays for of those that two processes answer at once", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const shop = await newOrganization({ spendCapMinor: 12 * CAP });
    const answers = await Promise.all(Array.from({ length: CALLS }, (_, n) => call(shop, n)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(CAP);
    expect(await shop.billed()).toBe(CAP);
  }
}, 180_000);

test("a cap that stops reserves exactly as many checks of provider s as it pays for of those that browsers claim at two processes at once", async () => {
  const shop = await lockedShop({ spendCapMinor: 10 * 24 });
  const links = await linksOf(shop, 60);
  const { underWay, refused } = await claims(links, (n) => urls[n % 2]);
  expect([underWay.length, refused.length]).toEqual([24, 36]);
  expect(await reservedChecks(shop.id)).toEqual({ counted: 24, underWay: 24 });
});

test.for([
  ["a suspension", "organization_suspended", ({ id }) => suspendOrganization(OPERATOR, id, true)],
  ["a revocation", "plugin_key_revoked", ({ key }) => revokeKey(OPERATOR, key)],
  ["a pause", "plugin_key_paused", ({ key }) => pauseKey(OPERATOR, key, true)],
  ["a paused subscription", "subscription_inactive", ({ id }) => setSubscription(OPERATOR, id, { status: "paused" })],
  [
    "a cancelled subscription",
    "subscription_inactive",
    ({ id }) => setSubscription(OPERATOR, id, { status: "canceled" }),
  ],
] as const satisfies [string, string, (shop: { id: string; key: string }) => Promise<{ ok: boolean }>][])(
  "nothing is accepted after %s has committed, while calls keep coming",
  async ([, reason, change]) => {
    const shop = await newOrganization();
    let isChanged = false;
    const late: string[] = [];
    let accepted = 0;
    const caller = async (n: number) => {
      // However long the change takes, some begin after it.
      for (let calls = 0; late.length < LATE_CALLS && calls < 500; calls += 1) {
        const beganAfter = isChanged;
        const answer = await call(shop, n);
        accepted += answer.status === 200 ? 1 : 0;
        if (beganAfter) late.push(answer.headers.get("ageway-reason") ?? String(answer.status));
      }
    };
    const callers = Array.from({ length: 8 }, (_, n) => caller(n));
    while (accepted < 30) await new Promise(setImmediate);
    expect((await change(shop)).ok).toBe(true);
    // What the database holds at the commit is all that it will ever hold.
    const billed = await shop.billed();
    isChanged = true;
    await Promise.all(callers);
    expect(await shop.billed()).toBe(billed);
    expect(late.length).toBeGreaterThanOrEqual(LATE_CALLS);
    expect(new Set(late)).toEqual(new Set([reason]));
  },
);

test("a domain is verified for the calls that begin after it", async () => {
  const shop = await newOrganization({ domain: "unverified" });
  expect((await call(shop, 0)).headers.get("ageway-reason")).toBe("domain_not_verified");
  await verifyDomainManually(OPERATOR, { organizationId: shop.id, host: shop.host, includeSubdomains: false });
  expect([(await call(shop, 0)).status, (await call(shop, 1)).status]).toEqual([200, 200]);
});
