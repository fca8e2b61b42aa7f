import { expect, test } from "vitest";
import type { LoadedDestinations } from "#app/(dashboard)/dashboard/search/_lib/match.rules.ts";
import { openDashboard } from "#tests/support/dashboard.ts";
import { shopWith } from "#tests/support/shop-with-everything.ts";

test.for(["live", "test"])("in %s mode, all that the search names is there, to the field", async (mode) => {
  const [dashboard, shop] = await Promise.all([openDashboard(), shopWith(["key", "claimed"])]);
  const get = (path: string) => dashboard.get(path, shop.owner.cookie);
  const answer = await get(`/dashboard/search/destinations?organization=${shop.id}&mode=${mode}`);
  const { destinations, isWhole }: LoadedDestinations = JSON.parse(answer.text);
  const groups = new Set(destinations.map(({ group }) => group));
  expect([isWhole, [...groups]]).toEqual([true, ["Domains", "Keys", "Pages", "Actions", "Docs", "Reasons"]]);
  for (const { name, href } of destinations) {
    const { status, text } = await get(href);
    const id = href.split("#")[1];
    expect([name, status, id === undefined || text.includes(` id="${id}"`)]).toEqual([name, 200, true]);
  }
});
