import { expect, test } from "vitest";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, started, tokenIn } from "#tests/support/visitor.ts";

test("who goes back comes to the very address that the shop named, with a token; a second press leads there, too", async () => {
  const shop = await newOrganization();
  const [visitor, { url }] = [browser(), await started("s", shop)];
  await visitor.go(url);
  const homes: string[] = [];
  for (let posts = 0; posts < 2; posts += 1)
    homes.push((await visitor.go(`${url}&do=leave`, "POST")).headers.get("location") ?? "");
  for (const home of homes) {
    const token = tokenIn(home);
    expect(token).toHaveLength(43);
    const bare = new URL(home);
    bare.searchParams.delete("token_age_verified");
    expect(bare.href).toBe(shop.domain);
  }
  expect(new Set(homes).size).toBe(1);
});
