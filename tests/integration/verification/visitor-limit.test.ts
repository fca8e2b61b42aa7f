import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { lockKey } from "#lib/keys/key-secret.ts";
import { generate } from "#tests/support/gateway.ts";
import { backendOf } from "#tests/support/key.ts";
import { newOrganization } from "#tests/support/organization.ts";

/** A locked key, and calls of its backend for a visitor at an address: each with a device of its own, as without cookies. */
async function lockedShop() {
  const shop = await newOrganization();
  const backend = await backendOf(shop.key);
  await lockKey({ kind: "operator" }, shop.key);
  const start = (address: string | null, headers: Record<string, string> = backend) => {
    const digest = address && createHmac("sha256", backend.Authorization.slice(7)).update(address).digest("base64url");
    return generate("b", { ...shop, headers: { ...headers, ...(digest && { "Ageway-Visitor": digest }) } });
  };
  const statusesOf = async (times: number, address: string | null, headers = backend) => {
    const answers = await Promise.all(Array.from({ length: times }, () => start(address, headers)));
    return answers.map(({ status }) => status);
  };
  return { shop, start, statusesOf };
}

test("one visitor of a shop with a locked key starts 20 checks a minute, and the others go on", async () => {
  const { shop, start, statusesOf } = await lockedShop();
  const statuses = await statusesOf(200, "203.0.113.7");
  const accepted = statuses.filter((status) => status === 200).length;
  // 20, and what the budget refills while the calls are on their way.
  expect(accepted).toBeGreaterThanOrEqual(20);
  expect(accepted).toBeLessThan(200);
  expect(await shop.billed()).toBe(accepted);
  const limited = await start("203.0.113.7");
  if (limited.status === 429) {
    expect(limited.headers.get("ratelimit-policy")).toBe('"caller";q=20;w=60');
    expect([limited.headers.get("ageway-reason"), limited.text]).toEqual(["rate_limited", '{"url":null}']);
  }
  expect(new Set(await statusesOf(10, "203.0.113.8"))).toEqual(new Set([200]));
  expect(new Set(await statusesOf(30, null))).toEqual(new Set([200]));
});

test("nobody without the secret uses up what a visitor has", async () => {
  const { statusesOf } = await lockedShop();
  const wrong = { Authorization: `Bearer sk_live_${"0".repeat(32)}` };
  expect(new Set(await statusesOf(40, "203.0.113.7", wrong))).toEqual(new Set([403]));
  expect(new Set(await statusesOf(20, "203.0.113.7"))).toEqual(new Set([200]));
});
