import { expect, test } from "vitest";
import { generate, NAVIGATION, newDevice, untilLimited } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";

test("the 31st call of one device at once waits for two seconds; another device of the same shop does not", async () => {
  const shop = await newOrganization();
  const device = newDevice();
  const began = performance.now();
  const answers = await untilLimited(33, () => generate("b", { ...shop, device }));
  const tookMs = performance.now() - began;
  const [good, limited] = [200, 429].map((status) => answers.filter((answer) => answer.status === status));
  expect(good?.length).toBeGreaterThanOrEqual(30);
  expect(good?.length).toBeLessThanOrEqual(30 + tookMs / 2_000);
  expect(await shop.billed()).toBe(good?.length);
  const last = limited?.at(-1);
  expect([last?.text, last?.headers.get("ageway-reason")]).toEqual(['{"url":null}', "rate_limited"]);
  const seconds = Number(last?.headers.get("retry-after"));
  expect([1, 2]).toContain(seconds);
  expect(last?.headers.get("ratelimit-policy")).toBe('"device";q=30;w=60');
  expect(last?.headers.get("ratelimit")).toBe(`"device";r=0;t=${seconds}`);
  expect((await generate("b", shop)).status).toBe(200);
  const pages = await untilLimited(3, () => generate("b", { ...shop, device, headers: NAVIGATION }));
  expect(pages.find(({ status }) => status === 429)?.text).toContain("Too many attempts");
});

test("refused calls use up nothing of a shop's or a device's budget", async () => {
  const shop = await newOrganization();
  const device = newDevice();
  for (let n = 0; n < 40; n += 1)
    expect((await generate("b", { ...shop, device, domain: "https://stranger.example/" })).status).toBe(403);
  expect((await generate("b", { ...shop, device })).status).toBe(200);
});
