import { afterAll, beforeEach, expect, test } from "vitest";
import { EVENTS } from "#lib/billing/stripe/webhook.ts";
import { checkStripe } from "#lib/doctor/check-stripe.ts";
import { startStripe } from "#tests/fake-stripe/server.ts";

const secretKey = "sk_test_of_the_doctor";
const stripe = await startStripe({ port: 0, secretKey, meter: "minor_units" });
afterAll(stripe.close);

const baseUrl = "https://age.example";
const url = `${baseUrl}/api/stripe/webhook`;
const sound = { object: "webhook_endpoint", url, status: "enabled", enabled_events: [...EVENTS] } as const;
const examined = async (given: { secretKey?: string; api?: string } = {}) => {
  const [found, ...more] = await checkStripe({
    stripe: { secretKey, api: stripe.url, webhookSecrets: ["whsec_"], meter: "minor_units", ...given },
    baseUrl,
  });
  expect(more).toEqual([]);
  return `${found?.state}: ${found?.found}`;
};

beforeEach(() => {
  stripe.account.webhooks = [];
});

test.for([
  ["with all events", [{ ...sound }]],
  ["of all kinds of events", [{ ...sound, enabled_events: ["*"] }]],
  ["beside one of before that is disabled", [{ ...sound, status: "disabled" }, sound]],
] as const)("a webhook %s is sound", async ([, webhooks]) => {
  stripe.account.webhooks = structuredClone(webhooks) as unknown as typeof stripe.account.webhooks;
  expect(await examined()).toBe(`ok: Stripe's webhook to ${url} is enabled`);
});

test.for([
  ["is none", [], `wrong: Stripe has no webhook to ${url}`],
  [
    "leads to another address",
    [{ ...sound, url: "https://old.example/api/stripe/webhook" }],
    `wrong: Stripe has no webhook to ${url}, but to https://old.example/api/stripe/webhook`,
  ],
  ["is disabled", [{ ...sound, status: "disabled" }], `wrong: Stripe's webhook to ${url} is disabled`],
  [
    "does not tell of an end",
    [{ ...sound, enabled_events: EVENTS.filter((event) => !event.endsWith("deleted")) }],
    "wrong: Stripe's webhook does not tell of customer.subscription.deleted",
  ],
] as const)("a webhook that %s is found", async ([, webhooks, words]) => {
  stripe.account.webhooks = structuredClone(webhooks) as unknown as typeof stripe.account.webhooks;
  expect(await examined()).toBe(words);
});

test("a key that Stripe does not know, and a Stripe that does not answer, are found; the key is not shown", async () => {
  expect(await examined({ secretKey: "sk_test_gone" })).toBe("wrong: Stripe refuses STRIPE_SECRET_KEY (401)");
  expect(await examined({ api: "http://127.0.0.1:1" })).toBe("wrong: Stripe does not answer (StripeConnectionError)");
});

test("where Stripe takes no payments, there is nothing to find", async () => {
  expect(await checkStripe({ stripe: null, baseUrl })).toMatchObject([{ state: "ok" }]);
});
