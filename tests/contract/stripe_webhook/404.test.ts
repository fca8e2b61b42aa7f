import { expect, test } from "vitest";
import { send } from "#tests/support/gateway.ts";

test("where Stripe is not configured, there is nothing to tell", async () => {
  const headers = { "Content-Type": "application/json", "Stripe-Signature": "t=1,v1=0" };
  const {
    status,
    headers: answered,
    body,
  } = await send("/api/stripe/webhook", { method: "POST", headers, body: "{}" });
  expect([status, answered.get("ageway-reason"), answered.get("cache-control")]).toEqual([
    404,
    "not_found",
    "no-store",
  ]);
  expect(body).toEqual({ url: null });
});
