import { beforeAll, expect, test } from "vitest";
import { formWith, openDashboard } from "#tests/support/dashboard.ts";
import { shopWith } from "#tests/support/shop-with-everything.ts";

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
beforeAll(async () => {
  dashboard = await openDashboard();
});

test.for(["Run a test check", "Send me a no"])("before and after “%s” one button is the first", async (button) => {
  const { owner } = await shopWith(["key"]);
  const path = "/dashboard/connect?mode=test";
  const page = await dashboard.get(path, owner.cookie);
  const { location } = await dashboard.submit(path, formWith(page, button, {}), owner.cookie);
  const after = await dashboard.get(location ?? expect.fail("The form was refused"), owner.cookie);
  for (const { text } of [page, after]) expect(text.match(/class="btn first[ "]/g)).toHaveLength(1);
});
