import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { flushActivity } from "#lib/activity/flush.ts";
import { referenceOf } from "#lib/crypto/reference.ts";
import { database } from "#lib/runtime/database.ts";
import { openDashboard, textOf } from "#tests/support/dashboard.ts";
import { check, NAVIGATION } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

/** Too young, cancelled at the eID, no age, and `null`: cancelled on our page. */
const ENDS = ["seventeen", "cancel", "no-birthdate", null] as const;
/** A clock time, an offset, a duration. */
const TIME = /\d\d:\d\d:\d\d|\+\d+ s|\b\d+(?:\.\d+)? s\b|\d{4}-\d\d-\d\dT[\d:.]+Z/g;

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
beforeAll(async () => {
  dashboard = await openDashboard();
});

/** What a member reads of a shop with one live check that ended so, with its own names taken out. */
async function read(provider: "s" | "b", persona: (typeof ENDS)[number], isDownFirst: boolean) {
  const shop = await newOrganization({});
  const { url, device, id } = await started(provider, shop);
  const visitor = browser();
  await visitor.go(url, "GET", NAVIGATION);
  if (isDownFirst) await completeFlow(visitor, url, "down");
  if (persona !== null) await completeFlow(visitor, url, persona);
  const home = await visitor.go(`${url}&do=leave`, "POST");
  await check(tokenIn(home.headers.get("location")) ?? "", device, shop.key);
  await flushActivity();
  const { cookie, actor } = await signedIn({ of: shop.id, role: "viewer" });
  const reference = referenceOf(id);
  const [made] = await database().execute<{ at: Date; name: string }>(sql`
    SELECT uuid_v7_moment(e.id) AS at, o.name FROM activity_event e JOIN organization o ON o.id = e.organization_id
    WHERE e.organization_id = ${shop.id} AND e.code = 'accepted'`);
  const { at, name } = made ?? expect.fail("The call is not on record");
  const clock = at.toISOString().slice(11, 19);
  const own = [
    ...[reference, `${reference.slice(0, 4)} ${reference.slice(4)}`, shop.host, shop.key, shop.id, name],
    ...[actor.email, at.toISOString(), clock],
  ];
  const without = (text: string) => own.reduce((all, one) => all.replaceAll(one, "…"), text);
  const page = async (path: string) => {
    const { status, text } = await dashboard.get(path, cookie);
    expect(status, path).toBe(200);
    const main = /<main.*<\/main>/s.exec(text)?.[0] ?? text;
    return without(main);
  };
  return {
    list: await page("/dashboard/checks"),
    filtered: await page("/dashboard/checks?result=not_confirmed"),
    panel: await page(`/dashboard/checks/${reference}`),
    csv: await page("/dashboard/checks/export"),
  };
}

test.for([
  ["s", "at once"],
  ["b", "at once"],
  ["s", "after the eID was down"],
  ["b", "after the eID was down"],
] as const)(
  "too young, cancelled at the eID or on our page, and no age have one row, one panel, one line and one address at %s, %s",
  async ([provider, when]) => {
    const isDownFirst = when !== "at once";
    // Who leaves where the eID is down was not told no: that check is told as what it is.
    const ends = ENDS.filter((persona) => !isDownFirst || persona !== null);
    const all = await Promise.all(ends.map((persona) => read(provider, persona, isDownFirst)));
    const [first] = all;
    expect(textOf(first?.panel ?? "")).toContain("we do not show whether it was too young, cancelled or no age");
    expect(/Sandbox eID [SB] was down/.test(textOf(first?.panel ?? ""))).toBe(isDownFirst);
    expect(textOf(first?.list ?? "")).toContain("Not confirmed");
    expect(first?.csv).toContain("Not confirmed");
    for (const pages of all) {
      // The link's own time is taken out. When it was opened says nothing, and no other moment is told.
      const times = [textOf(pages.list), textOf(pages.panel), pages.csv].map((text) => text.match(TIME) ?? []);
      expect(times).toEqual([[], [expect.stringMatching(/^\+[0-3] s$/)], []]);
      const equal = ({ panel, ...others }: typeof pages) => ({
        ...others,
        panel: panel.replaceAll(/\+[0-3] s/g, "+ s"),
      });
      expect(equal(pages)).toEqual(equal(first ?? pages));
    }
  },
);

test("a visitor who leaves because the eID is down is told as that, and not as a no", async () => {
  const { panel, csv } = await read("b", null, true);
  expect(csv).toContain("eID was down");
  expect(csv).not.toContain("Not confirmed");
  expect(textOf(panel)).toContain("“Sorry, Sandbox eID is not working right now”");
  expect(textOf(panel)).not.toContain("we do not show whether");
});
