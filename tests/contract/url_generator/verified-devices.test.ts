import { expect, test } from "vitest";
import type { VerifiedDevices } from "#lib/core/provider.rules.ts";
import { changeKeySettings } from "#lib/keys/key-settings.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { changeSettings } from "#lib/organizations/settings.ts";
import { check, generate, NAVIGATION } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

const OPERATOR = { kind: "operator" } as const;

/** A device that holds a redeemed proof for its shop. */
async function verified() {
  const shop = await newOrganization();
  const { url, device } = await started("s", shop);
  const home = await completeFlow(browser(), url, "adult");
  await check(tokenIn(home.headers.get("location")) ?? "", device, shop.key);
  return { shop, device };
}

type Word = VerifiedDevices | null;

test.for([
  ["turned_away", null, 403],
  ["turned_away", "asked_again", 200],
  ["asked_again", null, 200],
  ["asked_again", "turned_away", 403],
  ["asked_again", "asked_again", 200],
] as const satisfies [VerifiedDevices, Word, number][])(
  "a proven device, where the organization says %s and the key %s: %s",
  async ([verifiedDevices, ofKey, status]) => {
    const { shop, device } = await verified();
    await changeSettings(OPERATOR, shop.id, { verifiedDevices });
    await changeKeySettings(OPERATOR, shop.key, { verifiedDevices: ofKey });
    const answer = await generate("s", { ...shop, device });
    const reason = status === 403 ? "already_verified" : null;
    expect([answer.status, answer.headers.get("ageway-reason")]).toEqual([status, reason]);
  },
);

const FETCH = { "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty", "Sec-Fetch-Site": "cross-site" };

test("a page that fetches for a proven visitor whom its shop has forgotten gets a new check, which ends with a new token", async () => {
  const { shop, device } = await verified();
  const Origin = `https://${shop.host}`;
  const before = await shop.billed();
  for (const headers of [{ Origin, ...FETCH }, { Origin }]) {
    const answer = await generate("s", { ...shop, device, headers });
    expect([answer.status, Object.keys(answer.body as object)]).toEqual([200, ["url"]]);
    expect(await shop.billed()).toBe(before);
  }
  const { url } = (await generate("s", { ...shop, device, headers: { Origin, ...FETCH } })).body as { url: string };
  const token = tokenIn((await completeFlow(browser(), url, "adult")).headers.get("location")) ?? "";
  expect((await check(token, device, shop.key)).body).toMatchObject({ verified: true });
  expect(await shop.billed()).toBe(before + 1);
});

test("a server, a navigation and a page elsewhere hear of a proven device what they always heard", async () => {
  const { shop, device } = await verified();
  const Origin = `https://${shop.host}`;
  for (const [headers, status, reason] of [
    [{}, 403, "already_verified"],
    [FETCH, 403, "already_verified"],
    [NAVIGATION, 303, "already_verified"],
    [{ ...NAVIGATION, Origin }, 303, "already_verified"],
    [{ ...FETCH, Origin: "https://evil.example" }, 403, "domain_not_verified"],
    [{ ...FETCH, Origin: "null" }, 403, "domain_not_verified"],
  ] as const) {
    const answer = await generate("s", { ...shop, device, headers });
    expect([answer.status, answer.headers.get("ageway-reason")]).toEqual([status, reason]);
    if (status === 403) expect(answer.text).toBe(JSON.stringify({ url: shop.domain }));
    else expect(answer.headers.get("location")).toBe(shop.domain);
  }
});

test("one key's word holds for that key alone, and what it asks again is billed again", async () => {
  const { shop, device } = await verified();
  const made = await createKey(OPERATOR, { organizationId: shop.id, mode: "live", label: "" });
  const other = { ...shop, key: made.ok ? made.key : "" };
  await changeKeySettings(OPERATOR, other.key, { verifiedDevices: "asked_again" });
  expect((await generate("s", { ...shop, device })).headers.get("ageway-reason")).toBe("already_verified");
  const before = await shop.billed();
  const { url } = await started("s", other, { device });
  await completeFlow(browser(), url, "adult");
  expect(await shop.billed()).toBe(before + 1);
});

test("asking again lifts no other rule", async () => {
  const shop = await newOrganization({ domain: "unverified" });
  await changeKeySettings(OPERATOR, shop.key, { verifiedDevices: "asked_again" });
  expect((await generate("s", shop)).headers.get("ageway-reason")).toBe("domain_not_verified");
});

test.for([
  ["test", "live"],
  ["live", "test"],
] as const)(
  "a device that proved its age with a %s key has proven nothing to a %s key of the same shop",
  async ([mode, otherMode]) => {
    const shop = await newOrganization({ mode });
    const { url, device } = await started("s", shop);
    const home = await completeFlow(browser(), url, "adult");
    await check(tokenIn(home.headers.get("location")) ?? "", device, shop.key);
    expect((await generate("s", { ...shop, device })).headers.get("ageway-reason")).toBe("already_verified");
    const made = await createKey(OPERATOR, { organizationId: shop.id, mode: otherMode, label: "" });
    expect((await generate("s", { ...shop, key: made.ok ? made.key : "", device })).status).toBe(200);
  },
);
