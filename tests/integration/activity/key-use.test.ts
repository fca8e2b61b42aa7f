import { expect, test } from "vitest";
import { recentEvents } from "#lib/activity/key-use.ts";
import { activityOf } from "#tests/support/activity.ts";
import { NAVIGATION } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, started } from "#tests/support/visitor.ts";

const OPERATOR = { kind: "operator" } as const;

test.for([
  ["live", ["call accepted"]],
  ["test", ["step opened", "call accepted"]],
] as const)(
  "of a %s key a page that waits hears %j: the moment of a live step would tell how its check ended",
  async ([mode, told]) => {
    const shop = await newOrganization({ mode });
    const { url } = await started("b", shop);
    await browser().go(url, "GET", NAVIGATION);
    expect(await activityOf(shop)).toHaveLength(2);
    const found = await recentEvents(OPERATOR, shop.id, { key: shop.key, since: new Date(0) });
    expect(found.ok && found.rows.map(({ kind, code }) => `${kind} ${code}`)).toEqual(told);
  },
);
