import { expect, test } from "vitest";
import { flushActivity } from "#lib/activity/flush.ts";
import { overviewOf } from "#lib/activity/overview.ts";
import { changeKeySettings } from "#lib/keys/key-settings.ts";
import { type GeneratorCall, generate } from "#tests/support/gateway.ts";
import { backendOf } from "#tests/support/key.ts";
import { newOrganization } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;
const STRANGER = "203.0.113.1";

type Shop = Awaited<ReturnType<typeof newOrganization>>;

/** A shop with an open key, one of whose addresses may make a few calls, and what its backend sends. */
async function openShop(callsPerAddress = 10) {
  const shop = await newOrganization();
  await changeKeySettings(OPERATOR, shop.key, { callsPerAddress });
  return { shop, backend: await backendOf(shop.key) };
}

/** So many calls of a stranger, at once. */
function byStranger(shop: Shop, times: number, given: Partial<GeneratorCall> = {}) {
  return Promise.all(Array.from({ length: times }, () => generate("b", { ...shop, address: STRANGER, ...given })));
}

/** The statuses of a visitor at each of 20 addresses, and of as many calls of the backend, which is at the stranger's. */
async function ofTheShop(shop: Shop, backend: { Authorization: string }) {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => [
      generate("b", { ...shop, address: `198.51.100.${n}`, headers: { Origin: `https://${shop.host}` } }),
      generate("b", { ...shop, address: STRANGER, headers: backend }),
    ]).flat(),
  );
  return [...new Set(answers.map(({ status }) => status))];
}

test("one address with the public key ends at its own limit; no visitor and no call with the secret is refused for it", async () => {
  const { shop, backend } = await openShop();
  const answers = await byStranger(shop, 200);
  const limited = answers.filter(({ status }) => status === 429);
  const reasons = new Set(limited.map(({ headers, text }) => [headers.get("ageway-reason"), text].join(" ")));
  expect(reasons).toEqual(new Set(['rate_limited {"url":null}']));
  expect(limited[0]?.headers.get("ratelimit-policy")).toBe('"caller";q=10;w=60');
  expect(Number(limited[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  const accepted = answers.length - limited.length;
  expect([answers.filter(({ status }) => status === 200).length, await shop.billed()]).toEqual([accepted, accepted]);
  expect(await ofTheShop(shop, backend)).toEqual([200]);
});

test("a secret that is wrong, or an origin, lifts the limit of no address", async () => {
  const { shop } = await openShop();
  await byStranger(shop, 30);
  for (const headers of [
    { Authorization: `Bearer sk_live_${"0".repeat(32)}` },
    { Origin: `https://${shop.host}` },
    { Authorization: `Bearer sk_live_${"0".repeat(32)}`, Origin: `https://${shop.host}` },
  ]) {
    const answers = await byStranger(shop, 10, { headers });
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  }
});

test("what the limit of an address refuses is on record as that, and the Overview counts it", async () => {
  const { shop } = await openShop();
  const answers = await byStranger(shop, 30);
  const limited = answers.filter(({ status }) => status === 429).length;
  await flushActivity();
  const overview = await overviewOf(OPERATOR, shop.id, { days: 7, mode: "live" });
  expect(overview).toMatchObject({ ok: true, addressLimited: limited });
  expect(overview.ok && overview.refused).toEqual([{ kind: "call", code: "address_limited", events: limited }]);
});
