import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { encryptId } from "#lib/crypto/opaque-id.ts";
import { revokeKey } from "#lib/keys/plugin-key.ts";
import { suspendOrganization } from "#lib/organizations/organization.ts";
import { database } from "#lib/runtime/database.ts";
import { NAVIGATION, send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, started } from "#tests/support/visitor.ts";

const OPERATOR = { kind: "operator" } as const;

const age = (id: string, column: "created_at" | "started_at", minutes: number) =>
  database().execute(
    sql`UPDATE verification SET ${sql.identifier(column)} = now() - ${minutes} * interval '1 minute' WHERE id = ${id}`,
  );

test("410: a link is dead ten minutes after it was made, and alive just before", async () => {
  const shop = await newOrganization();
  const [visitor, { url, id }] = [browser(), await started("b", shop)];
  await age(id, "created_at", 9.9);
  expect((await visitor.go(url)).status).toBe(200);
  await age(id, "created_at", 10.01);
  const page = await visitor.go(url);
  expect([page.status, page.headers.get("ageway-reason")]).toEqual([410, "expired"]);
  expect(page.text).toContain(`Go back to ${shop.host} and start again`);
  expect((await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location")).toBe(url);
});

test("410: a flow is dead fifteen minutes after its claim, also for an answer that comes back late", async () => {
  const [visitor, { url, id }] = [browser(), await started("s", await newOrganization())];
  await visitor.go(url);
  const eid = (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "";
  const callback = await visitor.choose(eid, "adult");
  await age(id, "started_at", 15.01);
  expect((await visitor.go(callback)).headers.get("location")).toBe(url);
  expect((await visitor.go(url)).status).toBe(410);
  const [row] = await database().execute(sql`SELECT outcome FROM verification WHERE id = ${id}`);
  expect(row).toEqual({ outcome: null });
});

test("410: the page to return to shows on a dead link only in the browser that claimed it", async () => {
  const shop = await newOrganization();
  const isShownTo = async (visitor: ReturnType<typeof browser>, url: string) => {
    const { status, text } = await visitor.go(url);
    expect([status >= 400, text.includes(`https://${shop.host}/`)]).toEqual([true, true]);
    return text.includes("basket=2");
  };
  const claimedLink = async () => {
    const [owner, link] = [browser(), await started("b", shop)];
    await owner.go(link.url);
    const posted = await owner.go(`${link.url}&do=confirm`, "POST");
    return { owner, ...link, eid: posted.headers.get("location") ?? "" };
  };
  const opened = browser();

  const unclaimed = await started("b", shop);
  await opened.go(unclaimed.url);
  await age(unclaimed.id, "created_at", 10.01);
  expect([await isShownTo(opened, unclaimed.url), await isShownTo(browser(), unclaimed.url)]).toEqual([false, false]);

  const late = await claimedLink();
  expect(await isShownTo(browser(), late.url)).toBe(false);
  await age(late.id, "started_at", 15.01);
  expect([await isShownTo(late.owner, late.url), await isShownTo(browser(), late.url)]).toEqual([true, false]);

  const done = await claimedLink();
  await done.owner.go(await done.owner.choose(done.eid, "adult"));
  expect(await isShownTo(browser(), done.url)).toBe(false);
  // The end took the cookie that tied this browser; a cookie of another check leads nowhere either.
  expect(await isShownTo(late.owner, done.url)).toBe(false);

  const stopped = await started("b", shop);
  await opened.go(stopped.url);
  await suspendOrganization(OPERATOR, shop.id, true);
  expect([await isShownTo(opened, stopped.url), await isShownTo(browser(), stopped.url)]).toEqual([false, false]);
});

test("410: every browser but the one that claimed the link finds it used, before and after the end", async () => {
  const shop = await newOrganization();
  const [visitor, other, { url }] = [browser(), browser(), await started("b", shop)];
  await visitor.go(url);
  await other.go(url);
  const callback = await visitor.choose(
    (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "",
    "adult",
  );
  const used = async () => {
    const page = await other.go(url);
    expect([page.status, page.headers.get("ageway-reason"), page.text.includes("token_age_verified")]).toEqual([
      410,
      "used",
      false,
    ]);
    expect((await other.go(`${url}&do=confirm`, "POST")).headers.get("location")).toBe(url);
    expect((await other.go(`${url}&do=leave`, "POST")).headers.get("location")).toBe(url);
  };
  await used();
  await visitor.go(callback);
  await used();
});

test("409: an answer that comes back in another browser ends that trip, leaves the address without its code, and the right browser tries again", async () => {
  const shop = await newOrganization();
  for (const provider of ["s", "b"] as const) {
    const [visitor, other, { url }] = [browser(), browser(), await started(provider, shop)];
    await visitor.go(url);
    const confirm = async () => (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "";
    const callback = await visitor.choose(await confirm(), "adult");
    for (const stranger of [other, browser()]) {
      const left = await stranger.go(callback);
      expect([left.status, left.headers.get("location")]).toEqual([303, `${url}&do=returned`]);
      expect(left.text).not.toContain("token_age_verified");
      const page = await stranger.go(left.headers.get("location") ?? "");
      expect([page.status, page.headers.get("ageway-reason")]).toEqual([409, "other_browser"]);
      expect(page.text).not.toContain("token_age_verified");
      expect(page.text).toContain(`href="https://${shop.host}/"`);
      // In another language it is the same page.
      expect(page.text).toContain('<input type="hidden" name="do" value="returned"/>');
    }
    // A person who carries the address over to the browser that claimed the link gains nothing.
    expect((await visitor.go(callback)).headers.get("location")).toBe(url);
    expect((await visitor.go(url)).status).toBe(200);
    expect((await visitor.go(`${url}&do=returned`)).status).toBe(200);
    const home = await visitor.go(await visitor.choose(await confirm(), "adult"));
    expect(home.headers.get("location")).toContain("token_age_verified=");
    // Once it is over, that address says what the link says.
    expect((await other.go(`${url}&do=returned`)).headers.get("ageway-reason")).toBe("used");
  }
});

test("an answer in another browser ends every trip so far, whichever it says it is of", async () => {
  const [visitor, other, { url }] = [browser(), browser(), await started("s", await newOrganization())];
  await visitor.go(url);
  const confirm = async () => (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "";
  const first = await confirm();
  await visitor.go(await visitor.choose(first, "cancel"));
  const second = await confirm();
  expect(second).not.toBe(first);
  const [early, late] = [await visitor.choose(first, "adult"), await visitor.choose(second, "adult")];
  // The person who sent the visitor to the eID wrote the first attempt's number into the second one's request.
  const disguised = late.replace(/\.1(?=\.[0-9a-z]{8}(&|$))/, ".0");
  expect(disguised).not.toBe(late);
  expect((await other.go(disguised)).headers.get("location")).toBe(`${url}&do=returned`);
  for (const callback of [early, late, disguised])
    expect((await visitor.go(callback)).headers.get("location")).toBe(url);
  const home = await visitor.go(await visitor.choose(await confirm(), "adult"));
  expect(home.headers.get("location")).toContain("token_age_verified=");
});

test("an answer of an earlier trip still counts in the browser that made it, until one was taken", async () => {
  const [visitor, { url }] = [browser(), await started("s", await newOrganization())];
  await visitor.go(url);
  const confirm = async () => (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "";
  const first = await confirm();
  await visitor.go(await visitor.choose(first, "cancel"));
  await confirm();
  const home = await visitor.go(await visitor.choose(first, "adult"));
  expect(home.headers.get("location")).toContain("token_age_verified=");
});

test("400: a session that is missing, doubled, forged, of another purpose or of the other provider", async () => {
  const { url, id } = await started("b", await newOrganization());
  const session = new URL(url).searchParams.get("session") ?? "";
  const bad = [
    "/verify/b",
    "/verify/b?session=",
    `/verify/b?session=${session}&session=${session}`,
    `/verify/b?session=${"A".repeat(43)}`,
    `/verify/b?session=${encryptId("token", id)}`,
    `/verify/b?session=${encryptId("state", id)}`,
    `/verify/s?session=${session}`,
  ];
  for (const path of bad) {
    const { status, headers, text } = await send(path);
    expect([status, headers.get("ageway-reason")], path.slice(0, 30)).toEqual([400, "link_incomplete"]);
    expect(text).toContain("this reference:");
    const posted = await send(`${path}${path.includes("?") ? "&" : "?"}do=confirm`, { method: "POST" });
    // The press leads back to that page at most, never to an eID.
    if (posted.status !== 400) expect(posted.headers.get("location")).toBe(`${process.env.BASE_URL}${path}`);
  }
});

/** The address loses whatever the eID put into it, a fragment too: browsers carry that over where there is no other. */
async function isIncomplete(provider: "s" | "b", query: string) {
  const left = await send(`/verify/${provider}/callback${query}`);
  expect([left.status, left.headers.get("location")]).toEqual([303, `${process.env.BASE_URL}/verify/${provider}#back`]);
  const page = await send(`/verify/${provider}`);
  expect([page.status, page.headers.get("ageway-reason")]).toEqual([400, "link_incomplete"]);
}

/** When an attempt began, as its state has it. */
const MOMENT = Date.now().toString(36);

test("400: a callback without a state of ours, at an address without its code", async () => {
  const { url, id } = await started("b", await newOrganization());
  const [session, state] = [new URL(url).searchParams.get("session"), `${encryptId("state", id)}.0.${MOMENT}`];
  for (const query of [
    "",
    "?code=x",
    `?code=x&state=${session}`,
    `?state=${"A".repeat(43)}`,
    `?state=${state}&state=${state}`,
    `?state=${encryptId("state", id)}`,
    `?state=${encryptId("state", id)}.1.${MOMENT}`,
    `?state=${encryptId("state", id)}.0`,
    `?state=${encryptId("state", id)}.0.${MOMENT}0`,
    `?state=${encryptId("state", id)}.00000.${MOMENT}`,
    `?state=${encryptId("session", id)}.0.${MOMENT}`,
  ]) {
    await isIncomplete("b", query);
  }
  await isIncomplete("s", `?code=x&state=${state}`);
});

const NOT_FOUND = ["/verify/x?session=y", "/verify/x/callback", "/nothing/here", "/api/nothing", "/_next/nothing"];

const ANY = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

test.for(NOT_FOUND)("404: %s is a page for people", async (path) => {
  for (const headers of [NAVIGATION, { Accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" }]) {
    const { status, headers: answered, text } = await send(path, { headers });
    expect([status, answered.get("ageway-reason"), text.includes("Page not found")]).toEqual([404, "not_found", true]);
  }
});

test.for(NOT_FOUND)("404: %s is JSON for programs, whatever the method", async (path) => {
  for (const headers of [{}, { Accept: "*/*" }, { Accept: "application/json" }] as Record<string, string>[])
    for (const method of /nothing/.test(path) && !path.startsWith("/_next/") ? ANY : ["GET"]) {
      const { status, headers: answered, text } = await send(path, { method, headers });
      const body = path.startsWith("/api/") ? '{"url":null}' : '{"error":"not_found"}';
      expect([method, status, text]).toEqual([method, 404, method === "HEAD" ? "" : body]);
      expect([answered.get("ageway-reason"), answered.get("content-type")]).toEqual(["not_found", "application/json"]);
    }
});

test("405: looking at the headers of the callback does not spend the code", async () => {
  const [visitor, { url }] = [browser(), await started("b", await newOrganization())];
  await visitor.go(url);
  const callback = await visitor.choose(
    (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "",
    "adult",
  );
  expect((await visitor.go(callback, "HEAD")).status).toBe(405);
  expect((await visitor.go(callback)).headers.get("location")).toContain("token_age_verified=");
});

test("405: the visitor's page is read, and its buttons pressed, and that is all", async () => {
  const [visitor, { url }] = [browser(), await started("b", await newOrganization())];
  for (const method of ["PUT", "DELETE", "PATCH"]) expect((await visitor.go(url, method)).status).toBe(405);
  expect((await visitor.go(url)).status).toBe(200);
});

test("410: a verification that was forgotten altogether", async () => {
  const { url } = await started("b", await newOrganization());
  const gone = url.replace(/session=.*/, `session=${encryptId("session", "018f0000-0000-7000-8000-000000000000")}`);
  expect((await browser().go(gone)).status).toBe(410);
  expect((await completeFlow(browser(), gone, "adult")).headers.get("location")).toBe(gone);
});

test.for([
  ["a suspended organization", (shop: { id: string; key: string }) => suspendOrganization(OPERATOR, shop.id, true)],
  ["a revoked key", (shop: { id: string; key: string }) => revokeKey(OPERATOR, shop.key)],
] as const)("403: %s has no link claimed any more, and who is at the eID already may finish", async ([, stop]) => {
  const shop = await newOrganization();
  const [unclaimed, claimed, visitor] = [await started("b", shop), await started("b", shop), browser()];
  await visitor.go(claimed.url);
  const eid = (await visitor.go(`${claimed.url}&do=confirm`, "POST")).headers.get("location") ?? "";
  await visitor.go(unclaimed.url);
  await stop(shop);
  const page = await visitor.go(unclaimed.url);
  expect([page.status, page.headers.get("ageway-reason")]).toEqual([403, "shop_unavailable"]);
  expect(page.text).toContain(`Go back to ${shop.host}`);
  expect(page.text).not.toContain("token_age_verified");
  expect((await visitor.go(`${unclaimed.url}&do=confirm`, "POST")).headers.get("location")).toBe(unclaimed.url);
  const home = await visitor.go(await visitor.choose(eid, "adult"));
  expect(home.headers.get("location")).toContain("token_age_verified=");
});

test.for(["/verify/x", "/verify/x/callback"])("%s is no address: there are two eIDs", async (path) => {
  const { status, headers } = await send(path);
  expect([status, headers.get("ageway-reason")]).toEqual([404, "not_found"]);
});
