import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readMatch } from "#packages/gate/src/match.ts";
import { addressOf } from "#packages/server/src/address.ts";
import { matcher } from "#packages/server/src/match.ts";

// What the chapter tells each shop to gate, against addresses that take its orders, and those of its basket and pages.
const [TABLE = ""] = readFileSync("docs/integrate/proxy-gate.md", "utf8").split("## Your proxy");
const ROWS = new Map(
  [...TABLE.matchAll(/^\| ([A-Z][\w ]+) \| (.*?) \|$/gm)].map(([, name = "", cell = ""]) => [
    name,
    [...cell.matchAll(/`([/?][^`]*)`/g)].map(([, code = ""]) => code),
  ]),
);

const SHOPS: Record<string, { closed: string[]; open: string[] }> = {
  WooCommerce: {
    closed: [
      "/checkout/",
      "/checkout/order-pay/17/?pay_for_order=true",
      "/?wc-ajax=checkout",
      "/wp-json/wc/store/v1/checkout/17",
      "/wp-json/wc/store/checkout",
      "/index.php/wp-json/wc/store/v1/batch",
      "/?rest_route=%2Fwc%2Fstore%2Fv1%2Fcheckout",
      // WordPress's own, which takes the Store API's requests, too.
      "/wp-json/batch/v1",
      "/?rest_route=/batch/v1",
      // Each of these is the page of the checkout to WordPress, and the last the Store API's order.
      ...[
        "/checkout%20/",
        "/%20checkout",
        "/-checkout/",
        "/checkout./",
        "/+checkout",
        "/~checkout",
        "/che~ckout",
        "/checkout%20~",
      ],
      ...[
        "/checkout%3f/",
        "/checkout%0a/",
        "/checkout%20/order-pay/17/",
        "/?pagename=checkout",
        "/cart/?pagename=-checkout",
      ],
      "/wp-json/wc/store/v1/checkout%0a",
    ],
    open: [
      "/",
      "/cart/",
      "/checkout-help/",
      "/a-checkout",
      "/?wc-ajax=add_to_cart",
      "/wp-json/wc/store/v1/cart/add-item",
    ],
  },
  Magento: {
    closed: [
      "/checkout",
      "/checkout/index/index/",
      "/multishipping/checkout/overviewPost",
      "/rest/default/V1/guest-carts/a1/payment-information",
      "/rest/V1/carts/mine/order",
      "/index.php/rest/V1/guest-carts/a1/order",
      "/graphql?query=x",
      "/rest/async/V1/guest-carts/a1/order",
      "/rest/default/async/bulk/V1/guest-carts/byCartId/order",
      "/soap/default?services=checkoutGuestPaymentInformationManagementV1",
    ],
    open: ["/", "/checkout/cart/", "/checkout/cart/add/product/1", "/rest/V1/products"],
  },
  PrestaShop: {
    closed: [
      "/order",
      "/en/order",
      "/index.php?controller=order",
      "/module/ps_wirepayment/validation",
      "/en/module/a/validation",
    ],
    open: ["/", "/cart?action=show", "/module/ps_shoppingcart/ajax"],
  },
  "Shopware 6": {
    closed: [
      "/checkout/confirm",
      "/checkout/order",
      "/de/checkout/order",
      "/store-api/checkout/order",
      "/account/order/update/1",
    ],
    open: ["/", "/checkout/cart", "/checkout/line-item/add", "/store-api/checkout/cart"],
  },
  "Drupal Commerce": { closed: ["/checkout/1/review", "/da/checkout/1", "/jsonapi/checkout/1"], open: ["/", "/cart"] },
  OpenCart: {
    closed: [
      "/index.php?route=checkout/checkout",
      "/index.php?route=checkout/confirm.confirm&language=en-gb",
      "/index.php?route=extension/opencart/payment/cod.confirm",
      "/index.php?route=extension/payment/cod/confirm",
    ],
    open: ["/", "/index.php?route=checkout/cart", "/index.php?route=product/product"],
  },
  Sylius: {
    closed: ["/en_US/checkout/complete", "/en_US/order/token/pay", "/api/v2/shop/orders/token/complete"],
    open: ["/", "/en_US/cart/", "/api/v2/shop/orders/token/items"],
  },
  Medusa: {
    closed: [
      "/store/carts/cart_1/complete",
      "/store/payment-collections/pay_1/payment-sessions",
      "/checkout",
      "/dk/checkout?step=payment",
    ],
    open: ["/", "/dk/cart", "/store/carts/cart_1/line-items"],
  },
  Vendure: { closed: ["/checkout/payment"], open: ["/"] },
};

test("the chapter has a row for each of these, and no other", () => {
  expect([...ROWS.keys()].toSorted()).toEqual(Object.keys(SHOPS).toSorted());
});

test.for(Object.entries(SHOPS))(
  "%s: what takes an order is gated, and its basket is not",
  ([name, { closed, open }]) => {
    const [first = "", ...others] = ROWS.get(name) ?? [];
    // Of Vendure, the second address is one that no gate can close.
    const named = readMatch([first, ...(name === "Vendure" ? [] : others)].join()) ?? expect.fail("It is no MATCH");
    const isGated = matcher(named.isPath);
    const isClosed = (target: string) => isGated(addressOf(target).path) || named.hasParameter(target);
    expect(closed.filter((target) => !isClosed(target))).toEqual([]);
    expect(open.filter(isClosed)).toEqual([]);
  },
);
