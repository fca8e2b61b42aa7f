import { expect, test } from "vitest";
import { generate, NAVIGATION, newDevice } from "#tests/support/gateway.ts";
import { organization } from "#tests/support/organization.ts";

test("the 31st call of one device within a minute waits; another device of the same shop does not", async () => {
  const shop = await organization();
  const device = newDevice();
  const answers = [];
  for (let n = 0; n < 31; n += 1) answers.push(await generate("b", { ...shop, device }));
  expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(200), 429]);
  const last = answers.at(-1);
  expect([last?.text, last?.headers.get("ageway-reason")]).toEqual(['{"url":null}', "rate_limited"]);
  const seconds = Number(last?.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(last?.headers.get("ratelimit-policy")).toBe('"device";q=30;w=60');
  expect(last?.headers.get("ratelimit")).toBe(`"device";r=0;t=${seconds}`);
  expect(await shop.billed()).toBe(30);
  expect((await generate("b", shop)).status).toBe(200);
  const page = await generate("b", { ...shop, device, headers: NAVIGATION });
  expect([page.status, page.text.includes("Too many tries")]).toEqual([429, true]);
});
