import { expect, test } from "vitest";
import { placeReason } from "#lib/gate-test/shop-page.ts";

const [PUBLIC, LOCAL] = ["https://age.example", "http://localhost:3000"];

test.for([
  ["https://shop.example/", PUBLIC, null],
  ["https://shop.example:443/", PUBLIC, null],
  ["https://shop.example:1024/", PUBLIC, null],
  ["https://shop.example:8443/", PUBLIC, null],
  ["https://shop.example:1023/", PUBLIC, "shop_port_refused"],
  ["https://shop.example:22/", PUBLIC, "shop_port_refused"],
  ["https://shop.example:80/", PUBLIC, "shop_port_refused"],
  ["http://shop.example/", PUBLIC, "shop_page_invalid"],
  ["http://shop.example:8080/", LOCAL, "shop_page_invalid"],
  ["https://age.example/dashboard", PUBLIC, "shop_port_refused"],
  ["http://localhost:8080/", PUBLIC, "shop_on_own_machine"],
  ["https://localhost/", PUBLIC, "shop_on_own_machine"],
  ["http://127.0.0.1:8080/", PUBLIC, "shop_on_own_machine"],
  ["http://[::1]:8080/", PUBLIC, "shop_on_own_machine"],
  ["http://2130706433:8080/", PUBLIC, "shop_on_own_machine"],
  ["http://localhost:8080/", LOCAL, null],
  ["http://127.0.0.1:8080/", LOCAL, null],
  ["http://localhost:25/", LOCAL, "shop_port_refused"],
  ["http://localhost:3000/dashboard", LOCAL, "shop_port_refused"],
] as const)("%s, asked of %s: %s", ([page, base, reason]) => {
  expect(placeReason(new URL(page), new URL(base))).toBe(reason);
});
