import { expect, test } from "vitest";
import { heardCheckIn } from "#app/(dashboard)/dashboard/connect/_lib/pane-steps.ts";
import { flushActivity } from "#lib/activity/flush.ts";
import { recentEvents } from "#lib/activity/key-use.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { encryptReturnUrl } from "#lib/verification/encrypted-return-url.ts";
import { readVerdict } from "#lib/verification/read-verdict.ts";
import { readSentNo, sendNo } from "#lib/verification/send-no.ts";
import { check, newDevice } from "#tests/support/gateway.ts";
import { memberOf } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

const PAGE = "http://localhost:3000/checkout?step=2";
const noFor = (pluginKey: string, page = PAGE) => ({ pluginKey, provider: "s", minimumAge: 18, page }) as const;

test("a visitor who is too young comes back to the shop's own page, whose question gets no yes", async () => {
  const shop = await newOrganization({ mode: "test", subscription: "none", domain: "unverified" });
  const owner = await memberOf(shop.id, "owner");
  const sent = await sendNo(owner, shop.id, noFor(shop.key));
  const no = sent.ok ? await readSentNo(sent.sent, shop.id, shop.key) : null;
  expect(no?.url).toMatch(/^http:\/\/localhost:3000\/checkout\?step=2&token_age_verified=[\w-]+$/);
  const answer = await check(tokenIn(no?.url ?? null) ?? "", newDevice(), shop.key);
  expect(answer.status).toBe(404);
  await flushActivity();
  const found = await recentEvents(owner, shop.id, { key: shop.key, since: new Date(0) });
  const rows = found.ok ? found.rows.toReversed() : [];
  expect(rows.map(({ code }) => code)).toEqual(["accepted", "opened", "claimed", "too_young", "device_differs"]);
  expect(new Set(rows.slice(0, 4).map(({ reference }) => reference))).toEqual(new Set([no?.reference]));
  expect(rows.at(-1)?.checkReference).toBe(no?.reference);
  expect(await shop.billed()).toBe(0);
});

test.for(["adult", "cancel"])(
  "to the member, the answer about a check of %s is the one that the backend heard",
  async (persona) => {
    const [shop, other] = [await newOrganization({ mode: "test" }), await newOrganization({ mode: "test" })];
    const owner = await memberOf(shop.id, "owner");
    const { url, device } = await started("b", shop);
    const visitor = browser();
    await completeFlow(visitor, url, persona);
    const home = (await visitor.go(`${url}&do=leave`, "POST")).headers.get("location");
    const heard = await check(tokenIn(home) ?? "", device, shop.key);
    await flushActivity();
    const found = await recentEvents(owner, shop.id, { key: shop.key, since: new Date(0) });
    const asked = heardCheckIn(found.ok ? found.rows : []) ?? expect.fail("Nobody heard");
    expect(await readVerdict(owner, shop.id, { key: shop.key, ...asked })).toEqual(heard.body);
    for (const [key, reference] of [
      [other.key, asked.reference],
      [shop.key, "AAAABBBB"],
    ] as const)
      expect(await readVerdict(owner, shop.id, { ...asked, key, reference })).toBeNull();
    const stranger = await memberOf(other.id, "owner");
    expect(await readVerdict(stranger, shop.id, { key: shop.key, ...asked })).toBeNull();
  },
);

test("only an own test key sends one, and only to a page of the organization's", async () => {
  const [shop, other] = [await newOrganization({ mode: "test" }), await newOrganization({ mode: "test" })];
  const owner = await memberOf(shop.id, "owner");
  const refused = async (key: string, page?: string) => {
    const sent = await sendNo(owner, shop.id, noFor(key, page));
    return sent.ok ? "sent" : sent.reason;
  };
  expect(await refused(other.key)).toBe("test_key_missing");
  const live = await createKey({ kind: "operator" }, { organizationId: shop.id, mode: "live", label: "" });
  expect(await refused(live.ok ? live.key : live.reason)).toBe("test_key_missing");
  expect(await refused(shop.key, "ftp://localhost/")).toBe("return_page_invalid");
  expect(await refused(shop.key, "https://elsewhere.example/")).toBe("return_page_not_yours");
  expect(await refused(shop.key)).toBe("sent");
  expect(await readSentNo("made up", shop.id, shop.key)).toBeNull();
});

test("nobody reads what another organization or another key sent, or the cookie of a visitor", async () => {
  const [shop, other] = [await newOrganization({ mode: "test" }), await newOrganization({ mode: "test" })];
  const sent = await sendNo(await memberOf(shop.id, "owner"), shop.id, noFor(shop.key));
  const name = sent.ok ? sent.sent : sent.reason;
  expect(await readSentNo(name, shop.id, shop.key)).not.toBeNull();
  expect(await readSentNo(name, other.id, other.key)).toBeNull();
  expect(await readSentNo(name, other.id, shop.key)).toBeNull();
  expect(await readSentNo(name, shop.id, other.key)).toBeNull();
  const cookie = await encryptReturnUrl({ verificationId: uuidV7(), href: "https://elsewhere.example/" });
  expect(await readSentNo(cookie, shop.id, shop.key)).toBeNull();
});

test("of a live key the page shows its calls and no step, because the time of a step could tell how a check ended", async () => {
  const shop = await newOrganization();
  const owner = await memberOf(shop.id, "owner");
  await completeFlow(browser(), (await started("b", shop)).url, "adult");
  await flushActivity();
  const found = await recentEvents(owner, shop.id, { key: shop.key, since: new Date(0) });
  expect(found.ok && found.rows.map(({ kind }) => kind)).toEqual(["call"]);
});
