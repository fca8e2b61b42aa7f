import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { reverseEvent } from "#lib/billing/corrections.ts";
import { eventsCsv, listEvents } from "#lib/billing/ledger.ts";
import type { LedgerFilter } from "#lib/billing/ledger-filter.rules.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { database } from "#lib/runtime/database.ts";
import { past } from "#tests/support/ledger.ts";
import { memberOf } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;
const HEAD = "time,event,kind,provider,eid,mode,key,label,host,basis,amount,currency,reverses,reason";

/** The ids of so many checks, each a second after the one before it. */
const checksOf = (shop: Awaited<ReturnType<typeof newOrganization>>, checks: number) =>
  past(
    shop,
    Array.from({ length: checks }, (_, n) => ({ at: new Date(Date.UTC(2026, 2, 1) + n * 1_000) })),
  );

async function pageOf(id: string, cursor: string | null, filter: LedgerFilter = {}) {
  const page = await listEvents(OPERATOR, id, filter, cursor);
  if (!page.ok) throw new Error(page.reason);
  return page;
}

async function linesOf(id: string, filter: LedgerFilter = {}): Promise<string[]> {
  const exported = await eventsCsv(OPERATOR, id, filter, (provider, mode) => `eID ${provider} ${mode}`);
  if (!exported.ok) throw new Error(exported.reason);
  let text = "";
  for await (const line of exported.csv) text += line;
  return text.split("\r\n").slice(0, -1);
}

test("pages of 50 rows, the latest first, give each row once; every page says the sum of all", async () => {
  const shop = await newOrganization();
  const ids = await checksOf(shop, 100);
  const first = await pageOf(shop.id, null);
  const second = await pageOf(shop.id, first.next);
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(ids.toReversed());
  expect([first.rows.length, second.next]).toEqual([50, null]);
  for (const { sum, currency } of [first, second])
    expect([sum, currency]).toEqual([{ checks: 100, reversals: 0, amountMinor: 1_200 }, "EUR"]);
});

test("days with more rows than a page can sum have none, and fewer days have one", async () => {
  const shop = await newOrganization();
  await checksOf(shop, 2);
  const counts = async (events: number) =>
    void (await database().execute(
      sql`UPDATE usage_counter SET events = ${events} WHERE organization_id = ${shop.id}`,
    ));
  await counts(3_000_001);
  for (const many of [{}, { since: "2026-03-31" }, { until: "2026-03-01" }] as const)
    expect(await pageOf(shop.id, null, many)).toMatchObject({ sum: null });
  expect(await pageOf(shop.id, null)).toMatchObject({ rows: [{}, {}] });
  for (const few of [{ since: "2026-04-01" }, { until: "2026-02-28" }])
    expect(await pageOf(shop.id, null, few)).toMatchObject({ sum: { checks: 0 } });
  await counts(3_000_000);
  expect(await pageOf(shop.id, null)).toMatchObject({ sum: { checks: 2 } });
});

test.for([
  ["a word", () => "nonsense"],
  ["a moment alone", (at: number) => String(at)],
  ["a moment with something that has only the letters of an id", (at: number) => `${at}.${"a".repeat(36)}`],
  ["a cursor with something before it", (at: number, id: string) => `1;${at}.${id}`],
  ["a cursor with something after it", (at: number, id: string) => `${at}.${id};1`],
  ["a moment that no calendar has", (_: number, id: string) => `${"9".repeat(15)}.${id}`],
] as const)("%s is no cursor: it gives the first page", async ([, cursorOf]) => {
  const shop = await newOrganization();
  const [id = ""] = await checksOf(shop, 1);
  const { rows } = await pageOf(shop.id, cursorOf(Date.UTC(2026, 2, 1), id));
  expect(rows).toMatchObject([{ id }]);
});

test("an organization that never had terms has an empty ledger in no currency", async () => {
  const shop = await newOrganization({ subscription: "none" });
  expect(await pageOf(shop.id, null)).toMatchObject({ rows: [], next: null, currency: "XXX" });
  expect(await linesOf(shop.id)).toEqual([HEAD]);
});

test("who may not see the billing gets neither page nor file", async () => {
  const shop = await newOrganization();
  const developer = await memberOf(shop.id, "developer");
  const refused = { ok: false, reason: "not_allowed" };
  expect(await listEvents(developer, shop.id, {})).toEqual(refused);
  expect(await eventsCsv(developer, shop.id, {}, () => "")).toEqual(refused);
});

test("the file has a line for each row of the filter: what was checked, what it cost, and what takes it back", async () => {
  const shop = await newOrganization();
  const made = await createKey(OPERATOR, { organizationId: shop.id, mode: "test", label: "Till 3" });
  const key = made.ok ? made.key : "";
  const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 12, 0, second));
  const [live = "", trial = ""] = await past(shop, [
    { at: at(1), priceMinor: 1_210 },
    { at: at(2), key, mode: "test", priceMinor: 0, provider: "s" },
  ]);
  await reverseEvent(OPERATOR, live, "A test of ours");
  const { rows } = await pageOf(shop.id, null, { kind: "reversal" });
  const [{ id = "", createdAt = at(0) } = {}] = rows;
  const lines = [
    HEAD,
    `${createdAt.toISOString()},${id},reversal,b,eID b live,live,${shop.key},,${shop.host},price,-12.1,EUR,${live},A test of ours`,
    `2026-03-01T12:00:02.000Z,${trial},check,s,eID s test,test,${key},Till 3,${shop.host},test,0,EUR,,`,
    `2026-03-01T12:00:01.000Z,${live},check,b,eID b live,live,${shop.key},,${shop.host},price,12.1,EUR,,`,
  ];
  expect(await linesOf(shop.id)).toEqual(lines);
  expect(await linesOf(shop.id, { mode: "test" })).toEqual([HEAD, lines[2]]);
});

test("a file longer than what is read at once has every row once, in order", async () => {
  const shop = await newOrganization();
  const ids = await checksOf(shop, 4_000);
  const lines = await linesOf(shop.id);
  expect(lines.slice(1).map((line) => line.split(",")[1])).toEqual(ids.toReversed());
});
