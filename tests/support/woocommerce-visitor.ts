import { type IncomingMessage, request } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { NAVIGATION } from "./gateway.ts";
import { SHOP_NAVIGATION } from "./shop-visitor.ts";
import { homeAs } from "./shopper.ts";
import { browser } from "./visitor.ts";

type Sent = { method?: string; headers?: Record<string, string>; form?: Record<string, string>; json?: unknown };

/** Billing as WooCommerce asks for it. */
const PERSON = {
  ...{ first_name: "Ada", last_name: "Berg", address_1: "Gade 1", city: "Aarhus", postcode: "8000", country: "DK" },
  ...{ phone: "12345678", state: "", company: "", address_2: "" },
};

/** A visitor of a shop of WooCommerce, who keeps cookies and follows nothing by itself. */
export function woocommerceVisitor(shop: string) {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");

  async function go(target: string, { method = "GET", headers = SHOP_NAVIGATION, form, json }: Sent = {}) {
    const body = form ? new URLSearchParams(form).toString() : json === undefined ? undefined : JSON.stringify(json);
    const type = form ? "application/x-www-form-urlencoded" : "application/json";
    const sent = { ...headers, cookie: cookie(), ...(body !== undefined && { "content-type": type }) };
    const url = new URL(target, shop);
    const response = await new Promise<IncomingMessage>((done, fail) =>
      request(url, { method, headers: sent, agent: false }, done).once("error", fail).end(body),
    );
    for (const line of response.headers["set-cookie"] ?? []) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
      const ends = /expires=([^;]+)/i.exec(line)?.[1];
      if (/max-age=0\b/i.test(line) || (ends && Date.parse(ends) < Date.now())) jar.delete(name);
      else jar.set(name, value);
    }
    const text = await textOf(response);
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      location: response.headers.location ?? null,
      text,
    };
  }

  /** Puts products into the basket. */
  async function take(...products: number[]) {
    for (const product of products) await go(`/?add-to-cart=${product}`);
  }

  /** Follows the address by which the shop starts a check, and confirms as a persona; comes home. */
  async function confirmAs(persona: string, page = "/checkout/") {
    const start = await go(page);
    if (start.status !== 303 || start.location === null)
      throw new Error(`No check starts: ${start.status} ${start.text}`);
    const { headers } = await browser().go(start.location, "GET", NAVIGATION);
    const home = await homeAs(headers.get("location") ?? start.location, persona);
    return go(home.slice(new URL(home).origin.length));
  }

  /** The nonces of the pages that this visitor sees now: the checkout, that of an order, and the Store API's. */
  async function nonces(payPage: string): Promise<Nonces> {
    const fieldOf = async (page: string, name: string) =>
      new RegExp(`name="${name}" value="(\\w+)"`).exec((await go(page)).text)?.[1] ?? "";
    return {
      checkout: await fieldOf("/checkout/", "woocommerce-process-checkout-nonce"),
      store: String((await go("/wp-json/wc/store/v1/cart", { headers: {} })).headers.nonce),
      pay: await fieldOf(payPage, "woocommerce-pay-nonce"),
    };
  }

  const billing = (email: string) => ({ ...PERSON, email });
  const fields = (email: string, nonce: string, more: Record<string, string> = {}) => ({
    ...Object.fromEntries(Object.entries(billing(email)).map(([name, value]) => [`billing_${name}`, value])),
    ...{ payment_method: "cod", "woocommerce-process-checkout-nonce": nonce, ...more },
  });
  const stored = (email: string) => ({
    ...{ billing_address: billing(email), shipping_address: PERSON, payment_method: "cod", payment_data: [] },
  });

  type Given = {
    email: string;
    nonces: Nonces;
    existing?: ExistingOrder | undefined;
    more?: Record<string, string>;
  };
  const post = (path: string, nonce: string, json: unknown) =>
    go(`/wp-json/wc/store/v1/${path}`, { method: "POST", headers: { nonce }, json });
  /** Each way by which an order comes in, or one that is there is paid, as the shop's pages and programs use it. */
  const order = {
    ajax: ({ email, nonces, more }: Given) =>
      go("/?wc-ajax=checkout", { method: "POST", headers: {}, form: fields(email, nonces.checkout, more) }),
    form: ({ email, nonces }: Given) => {
      const form = fields(email, nonces.checkout, { woocommerce_checkout_place_order: "1" });
      return go("/checkout/", { method: "POST", form });
    },
    store: ({ email, nonces }: Given) => post("checkout", nonces.store, stored(email)),
    batch: ({ email, nonces }: Given) => {
      const one = {
        path: "/wc/store/v1/checkout",
        method: "POST",
        headers: { Nonce: nonces.store },
        body: stored(email),
      };
      return post("batch", nonces.store, { requests: [one] });
    },
    pay: ({ nonces, existing }: Given) => {
      const form = { woocommerce_pay: "1", payment_method: "cod", "woocommerce-pay-nonce": nonces.pay };
      return go(existing?.url ?? "", { method: "POST", form });
    },
    storePay: ({ email, nonces, existing }: Given) =>
      post(`checkout/${existing?.id}?key=${existing?.key}&billing_email=pay@shop.example`, nonces.store, {
        ...{ key: existing?.key, billing_email: "pay@shop.example" },
        ...stored(email),
      }),
  };

  return { go, take, confirmAs, nonces, order, stored, jar, cookie };
}

export type Nonces = { checkout: string; store: string; pay: string };
export type ExistingOrder = { id: number; key: string; url: string };
export type WooCommerceVisitor = ReturnType<typeof woocommerceVisitor>;
