import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createAgeway } from "#packages/server/src/index.ts";
import { startAnsweringApi } from "#tests/support/answering-api.ts";
import { blocksOf } from "#tests/support/document-block.ts";
import { type Gate, startGatedShop } from "#tests/support/gated-shops.ts";
import { deviceIn, SHOP_NAVIGATION } from "#tests/support/shop-visitor.ts";

// The gate of the chapter, as it is read there.
const [block] = blocksOf(readFileSync("docs/integrate/apps.md", "utf8"));
const api = await startAnsweringApi();
const ageway = createAgeway({ url: api.url, pluginKey: "pk_test_open" });
const { origin, ...gate } = new Function("ageGate", "ageway", `return ${block?.code}`)(
  (options: Gate) => options,
  ageway,
) as Gate;

let shop: Awaited<ReturnType<typeof startGatedShop>>;
beforeAll(async () => {
  shop = await startGatedShop("express", [gate]);
});
afterAll(async () => {
  await shop.close();
  await api.close();
});

const FETCH = { Accept: "*/*", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty", "Sec-Fetch-Site": "same-origin" };
const PRESS = { ...SHOP_NAVIGATION, "Sec-Fetch-Site": "same-origin" };

async function orders(visitor: ReturnType<typeof shop.visitor>) {
  const answer = await visitor.go("/api/orders", FETCH, "POST");
  return answer.isOpen || { status: answer.status, ...JSON.parse(answer.text) };
}

test("a script's order is refused with a link, which leads to a check and back, and then the order is taken", async () => {
  expect(origin).toBe("https://shop.example");
  const visitor = shop.visitor();
  const start = `${shop.url}/age?age_check=start`;
  const closed = { status: 403, error: "age_not_confirmed", age: 18, start };
  expect(await orders(visitor)).toEqual(closed);
  const device = deviceIn((await visitor.go("/age?age_check=start", PRESS)).location);
  expect(device).not.toBe("");
  expect(await visitor.go(`/age?token_age_verified=no.${device}`)).toMatchObject({ status: 303, location: "/age" });
  expect(await orders(visitor)).toEqual(closed);
  expect(await visitor.go("/age", PRESS)).toMatchObject({ isOpen: true });
  const again = deviceIn((await visitor.go("/age?age_check=start", PRESS)).location);
  await visitor.go(`/age?token_age_verified=yes.${again}`);
  expect(await orders(visitor)).toBe(true);
});

test("the log says once that nobody comes to the page to come back to, and nothing where somebody did", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  for (let n = 0; n < 5; n += 1) await orders(shop.visitor());
  expect(warned).not.toHaveBeenCalled();
  const other = await startGatedShop("express", [gate]);
  for (let n = 0; n < 5; n += 1) await other.visitor().go("/api/orders", FETCH, "POST");
  await other.close();
  expect(warned.mock.calls).toEqual([["Ageway: nobody comes to /age, does the gate see it?"]]);
});
