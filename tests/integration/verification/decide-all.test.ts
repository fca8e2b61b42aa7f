import { createSecretKey } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { readReturnUrl } from "#lib/core/return-url.rules.ts";
import { addKeySecret } from "#lib/keys/key-secret.ts";
import { changeKeySettings } from "#lib/keys/key-settings.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { config } from "#lib/runtime/config.ts";
import type { StartRequest } from "#lib/verification/facts.ts";
import { claim } from "#tests/support/claims.ts";
import { decided } from "#tests/support/decided.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { started } from "#tests/support/visitor.ts";

const OPERATOR = { kind: "operator" } as const;

type Calls = Parameters<typeof decided>;

/** `true`: accepted; `null`: left to the queue; otherwise why not. */
async function outcomes(shops: Calls[0], given: Calls[1] = {}) {
  const { decisions } = await decided(shops, given);
  return decisions.map((one) => one && (one.ok || one.reason));
}

async function anotherKey({ id }: { id: string }, mode: "live" | "test"): Promise<string> {
  const made = await createKey(OPERATOR, { organizationId: id, mode, label: "" });
  if (!made.ok) throw new Error(made.reason);
  return made.key;
}

function pageAt(url: string): StartRequest["returnUrl"] {
  const read = readReturnUrl(url, false);
  if (typeof read === "string") throw new Error(read);
  return read;
}

test("calls with two keys of one organization count on one usage", async () => {
  const shop = await newOrganization({ spendCapMinor: 12 });
  const other = { ...shop, key: await anotherKey(shop, "live") };
  expect(await outcomes([shop, other])).toEqual([true, "spend_cap_reached"]);
});

test("what one organization has reserved counts for no other of the same batch", async () => {
  const [full, free] = [await newOrganization({ spendCapMinor: 12 }), await newOrganization({ spendCapMinor: 12 })];
  await claim((await started("s", full)).url);
  const nobody = { ...free, key: "pk_live_that_nobody_has" };
  expect(await outcomes([full, free, nobody])).toEqual(["spend_cap_reached", true, "plugin_key_unknown"]);
});

test("a link of provider s takes nothing of the cap, however many there are, and a call of b takes its price", async () => {
  const shop = await newOrganization({ spendCapMinor: 12 });
  const link = { ...shop, provider: "s" } as const;
  expect(await outcomes([link, link, link, shop, link, shop])).toEqual([
    ...[true, true, true, true],
    ...["spend_cap_reached", "spend_cap_reached"],
  ]);
});

test("a link and a call with a test key add nothing to the usage, and a call of b its price", async () => {
  const [capped, test] = [await newOrganization({ spendCapMinor: 100 }), await newOrganization({ mode: "test" })];
  const addsOf = async (shop: Calls[0][number]) => (await decided([shop])).conditions[0]?.adds;
  expect(await addsOf({ ...capped, provider: "s" })).toBeNull();
  expect([await addsOf(test), await addsOf(capped)]).toEqual([null, { checks: 1, spentMinor: 12 }]);
});

test("the limits get back what was not written", async () => {
  // One address gets half of it.
  const shop = await newOrganization({ callsPerMinute: 4 });
  const { giveBack } = await decided([shop, shop]);
  expect((await decided([shop])).decisions).toMatchObject([{ ok: false, reason: "rate_limited" }]);
  giveBack(shop.id);
  expect((await decided([shop])).decisions).toMatchObject([{ ok: true }]);
});

test("a call over a limit may return nowhere: whose host it names has not been asked yet", async () => {
  const shop = await newOrganization({ callsPerMinute: 1 });
  const { decisions } = await decided([shop, { ...shop, host: "foreign.example" }]);
  expect(decisions).toMatchObject([{ ok: true }, { reason: "rate_limited", mayReturn: false }]);
});

test("a call that repeats another one of its batch goes to the queue, because nobody knows yet whether that is written", async () => {
  const [shop, capped] = [await newOrganization(), await newOrganization({ spendCapMinor: 12 })];
  const order = { idempotencyKey: "order 1", deviceId: "one device of the two" };
  expect(await outcomes([shop, shop, capped, capped], order)).toEqual([true, null, true, null]);
  expect(await outcomes([capped, capped])).toEqual([true, "spend_cap_reached"]);
});

test("only a call that counts against a brake goes to the queue of its organization, and while our keys rotate one that may be repeated", async () => {
  const [open, capped, braked] = [
    await newOrganization(),
    await newOrganization({ spendCapMinor: 0 }),
    await newOrganization({ spendCapMinor: 0 }),
  ];
  const brakedOpen = await newOrganization();
  const made = await addKeySecret(OPERATOR, brakedOpen.key);
  const secret = made.ok ? made.secret : null;
  for (const { key } of [braked, brakedOpen])
    expect((await changeKeySettings(OPERATOR, key, { acceptedPerHour: 5 })).ok).toBe(true);
  const idempotencyKey = "order 1";
  expect(await outcomes([open, capped], { idempotencyKey })).toEqual([true, "spend_cap_reached"]);
  expect(await outcomes([brakedOpen])).toEqual([true]);
  expect(await outcomes([brakedOpen], { secret })).toEqual([null]);
  expect(await outcomes([capped, braked])).toEqual(["spend_cap_reached", "spend_cap_reached"]);
  const { keys } = config();
  onTestFinished(() => void Object.assign(config(), { keys }));
  Object.assign(config(), { keys: [...keys, createSecretKey(Buffer.alloc(32, 7))] });
  expect(await outcomes([open, capped], { idempotencyKey })).toEqual([null, null]);
  expect(await outcomes([open, capped])).toEqual([true, "spend_cap_reached"]);
  // Anybody knows the key. Refused calls of strangers must not fill the queue.
  const foreign = { idempotencyKey, returnUrl: pageAt("https://foreign.example/") };
  expect(await outcomes([open], foreign)).toEqual(["domain_not_verified"]);
});

test("only our own code may return to a page of ours, which no organization has verified", async () => {
  const shop = await newOrganization({ mode: "test", domain: "unverified" });
  const returnUrl = pageAt("https://gateway.example/test-check");
  expect(await outcomes([shop], { returnUrl })).toEqual(["domain_not_verified"]);
  expect(await outcomes([shop], { returnUrl, returnsToUs: true })).toEqual([true]);
});
