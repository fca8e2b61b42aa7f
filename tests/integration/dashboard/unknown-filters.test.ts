import { expect, test } from "vitest";
import { flushActivity } from "#lib/activity/flush.ts";
import { dayOf } from "#lib/base/time.rules.ts";
import { openDashboard, textOf } from "#tests/support/dashboard.ts";
import { generate } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { signedIn } from "#tests/support/signed-in.ts";

test.for([
  ["", "mode=live&days=7"],
  ["/checks", "mode=live&result=confirmed&result=expired&host=Shop.Example&before=x&reference="],
  ["/checks/refused", "mode=test&days=30&key=pk_test_x&reason=domain_unknown"],
  ["/checks/refused", `since=${dayOf(new Date())}&until=${dayOf(new Date())}`],
  ["/billing/events", "mode=live&kind=check&host=&before=x"],
  ["/audit", "mode=test&thing=keys&days=90&before=x"],
  ["/audit", "since=2026-11-03&until=2026-11-09"],
] as const)("at /dashboard%s an unknown filter is told, and %s is not", async ([path, known]) => {
  const [dashboard, shop] = await Promise.all([openDashboard(), newOrganization()]);
  const { cookie } = await signedIn({ of: shop.id, role: "owner" });
  await generate("s", shop);
  await flushActivity();
  const page = async (query: string) => textOf((await dashboard.get(`/dashboard${path}?${query}`, cookie)).text);
  expect(await page(`${known}&colour=red`)).toContain("has no such filter: colour=red");
  expect(await page(known)).not.toContain("Ignored");
});
