import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isFull } from "#tests/support/full.ts";
import { PHP_SHOPS, startPhpShop } from "#tests/support/php-shop.ts";
import { freePort } from "#tests/support/ports.ts";
import { PYTHON_SHOPS, startPythonShop } from "#tests/support/python-shop.ts";
import { startShopProcess } from "#tests/support/shop-process.ts";

// Frameworks, servers and idioms read another path in one request line each. Whichever it is, nobody sells without a yes.

type Shop = { url: string; stop: () => Promise<void> };

/** Nobody is asked: a closed page needs no answer. */
const AGEWAY = "http://127.0.0.1:1";

const MOUNTED = "php in a folder";

const SHOPS = [...PHP_SHOPS, MOUNTED, ...PYTHON_SHOPS] as const;

const START: Record<(typeof SHOPS)[number], () => Promise<Shop>> = {
  php: () => startPhpShop("php", { url: AGEWAY, key: "pk_test_paths" }),
  laravel: () => startPhpShop("laravel", { url: AGEWAY, key: "pk_test_paths" }),
  symfony: () => startPhpShop("symfony", { url: AGEWAY, key: "pk_test_paths" }),
  [MOUNTED]: async () => {
    const port = await freePort();
    return startShopProcess(["php", "-S", `localhost:${port}`], port, {}, "tests/packages/php/mounted");
  },
  flask: () => startPythonShop("flask", { agewayUrl: AGEWAY, pluginKey: "pk_test_paths" }),
  django: () => startPythonShop("django", { agewayUrl: AGEWAY, pluginKey: "pk_test_paths" }),
  fastapi: () => startPythonShop("fastapi", { agewayUrl: AGEWAY, pluginKey: "pk_test_paths" }),
};

const TARGETS = [
  "",
  "/",
  "//x",
  "///x",
  "/\\x",
  "/x/..",
  "/.",
  "http://x",
  "http://x/",
  "HTTP://x",
  "ftp://x",
  "x:80",
  "//x:99999",
  "?",
  "/#",
  "/shop.php",
  "/shop.php/shop.php",
  "/%73hop.php",
  "//shop.php",
  "http://x/shop.php",
  "/index.php",
  "/shop",
  "/SHOP",
  "/%73hop",
  "/shop/shop",
  "//shop",
  "/shop/index.php",
  "/shop/index%2Ephp",
  "/shop/x/../index.php",
  "//x/shop/index.php",
  "http://x/shop",
].map((before) => `${before}/checkout`);

/** The request line to the letter: `fetch` would make an address of it. */
async function ask(shop: Shop, method: string, path: string) {
  const { hostname, port } = new URL(shop.url);
  const sent = request({ hostname, port, method, path, agent: false }).end();
  const [response] = await once(sent, "response").catch(() => []);
  // PHP's server hangs up on what it takes for no request.
  return response === undefined ? { status: 0, text: "" } : { status: response.statusCode, text: await text(response) };
}

describe.for(SHOPS)("%s", (name) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await START[name]();
  });
  afterAll(() => shop?.stop());

  test("sells nothing to whoever writes the path in another way", async () => {
    const sold: string[] = [];
    for (const [n, checkout] of TARGETS.entries()) {
      const both = [
        ["GET", checkout],
        ["POST", checkout.replace("checkout", "order")],
      ] as const;
      for (const [method, target] of both.filter((_, turn) => isFull || turn === n % 2)) {
        const { status, text } = await ask(shop, method, target);
        if (status === 200 && /Place order|Thank you/.test(text)) sold.push(`${method} ${target}`);
      }
    }
    expect(sold).toEqual([]);
  });

  test("is open to everybody where nothing is sold", async () => {
    const home = name === MOUNTED ? "/shop/?wine=/checkout" : "/?wine=/checkout";
    expect(await ask(shop, "GET", home)).toMatchObject({ status: 200, text: expect.stringContaining("Wines") });
  });
});
