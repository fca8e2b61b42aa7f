import { expect, test } from "vitest";
import { dayOf, daysAfter } from "#lib/base/time.rules.ts";
import { changeKeySettings } from "#lib/keys/key-settings.ts";
import { openDashboard, textOf } from "#tests/support/dashboard.ts";
import { shopWith } from "#tests/support/shop-with-everything.ts";

test("any days can be chosen, on the page and for its file", async () => {
  const [dashboard, shop] = await Promise.all([openDashboard(), shopWith(["oldKey"])]);
  const get = async (path: string) => (await dashboard.get(`/dashboard/audit${path}`, shop.owner.cookie)).text;
  const [today, tomorrow] = [0, 1].map((days) => dayOf(daysAfter(Date.now(), days)));
  for (const [query, isThere] of [
    [`since=${today}&until=${today}`, true],
    [`since=${tomorrow}`, false],
    ["until=2026-01-01&days=7", false],
  ] as const) {
    expect([query, textOf(await get(`?${query}`)).includes("No change matches")]).toEqual([query, !isThere]);
    const lines = (await get(`/export?${query}&organization=${shop.id}`)).trim().split("\r\n");
    expect([query, lines.length > 1]).toEqual([query, isThere]);
  }
});

test("the CSV of the audit log has the words of the page, with the codes beside them", async () => {
  const [dashboard, shop] = await Promise.all([openDashboard(), shopWith(["oldKey", "claimed"])]);
  await changeKeySettings({ kind: "operator" }, shop.liveKey, { label: "Market stall" });
  const get = async (path: string) => (await dashboard.get(`/dashboard/audit${path}`, shop.owner.cookie)).text;
  const [page, csv] = [textOf(await get("")).replaceAll(" ", ""), await get(`/export?organization=${shop.id}`)];
  const rows = csv.trim().split("\r\n").slice(1);
  expect(rows.length).toBeGreaterThan(4);
  for (const row of rows) {
    const [, actor, action, quoted, plain] = /^[^,]+,([^,]+),([a-z_.]+),(?:"((?:[^"]|"")*)"|([^,]*)),/.exec(row) ?? [];
    const sentence = (quoted ?? plain ?? "").replaceAll('""', '"');
    expect(action).toMatch(/^\w+\.\w+$/);
    expect(page).toContain(`${actor}${sentence}`.replaceAll(" ", ""));
  }
  expect(csv).toContain(" to “Market stall”");
});
