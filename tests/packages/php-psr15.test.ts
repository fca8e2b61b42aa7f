import { afterAll, beforeAll, expect, test } from "vitest";
import { CACHE_CASES } from "#tests/support/misbehaving-api.ts";
import { freePort } from "#tests/support/ports.ts";
import { startShopProcess } from "#tests/support/shop-process.ts";
import { SHOP_NAVIGATION, visitorOf } from "#tests/support/shop-visitor.ts";

// The middleware of PSR-15 on Guzzle's PSR-7, behind a web server, as Slim and others run it.
let shop: Awaited<ReturnType<typeof startShopProcess>>;
beforeAll(async () => {
  const port = await freePort();
  shop = await startShopProcess(["php", "-S", `localhost:${port}`, "psr15.php"], port, {}, "tests/packages/php");
});
afterAll(() => shop.stop());

async function adult() {
  const visitor = visitorOf(shop.url);
  await visitor.go("/yes");
  return visitor;
}

test.for(["before", "handler", "around", "anew"])(
  "no shared cache may keep what is gated: fields set %s",
  async (when) => {
    const visitor = await adult();
    for (const [n, { name, given, leaves }] of CACHE_CASES.entries()) {
      const path = `/wine/${n}?when=${when}`;
      const open = await visitor.go(path);
      expect(open, name).toMatchObject({ status: 200, isOpen: true, text: expect.stringContaining("not to be kept") });
      // What the middleware returns is enough where PHP sends no head.
      if (when === "handler") expect(open.headers["x-returned"], name).toBe(leaves);
      const closed = await visitorOf(shop.url).go(path);
      expect(closed, name).toMatchObject({ status: 303, isOpen: false });
      for (const { headers } of [open, closed]) {
        expect(headers["cache-control"], name).toMatch(/^private|no-store/);
        expect(headers["cache-control"], name).not.toMatch(/public|s-maxage|"/);
        const others = Object.keys(given).filter((field) => field.toLowerCase() !== "cache-control");
        // PHP's own session says that it has expired.
        for (const field of others) expect(headers[field.toLowerCase()], name).toBeUndefined();
      }
    }
  },
);

test("what is not gated keeps its fields", async () => {
  const { headers, text } = await visitorOf(shop.url).go("/beer/1?when=handler");
  expect(headers["cache-control"]).toBe("public, max-age=600");
  expect(text).not.toContain("not to be kept");
});

test("a visitor is sent to the check, and home to the address that the server heard", async () => {
  const visitor = visitorOf(shop.url);
  const { location } = await visitor.go("/wine/0?a=%C3%A9&b");
  expect(new URL(location ?? "").searchParams.get("domain")).toBe(`${shop.url}wine/0?a=%C3%A9&b`);
  const page = await visitor.go("/wine/0", { ...SHOP_NAVIGATION, "Sec-Fetch-Dest": "" });
  expect(page).toMatchObject({ status: 403, text: expect.stringContaining('href="/wine/0?age_check=start"') });
  expect((await visitor.go("/wine/0", {}, "HEAD")).status).toBe(403);
});
