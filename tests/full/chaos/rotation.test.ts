import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startApp } from "#tests/support/app.ts";
import { check, generate, newDevice } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

let app: Awaited<ReturnType<typeof startApp>>;

/** From here on the requests go to an app that signs with a new key and still knows the old one. */
const rotate = () => {
  process.env.SERVER_URL = app.url;
};

beforeAll(async () => {
  const keys = `${randomBytes(32).toString("base64url")},${inject("env").AGEWAY_KEYS}`;
  app = await startApp({ ...inject("env"), AGEWAY_KEYS: keys }, await freePort());
});

afterAll(() => app.stop());

test("what the old key signed or stored still counts after a rotation: links, tokens, proofs and retries", async () => {
  const shop = await newOrganization();
  const [device, headers] = [newDevice(), { "Idempotency-Key": "before the rotation" }];
  const retried = await generate("b", { ...shop, device, headers });
  const open = await started("b", shop);
  const verified = await started("s", shop, { device });
  const token = tokenIn((await completeFlow(browser(), verified.url, "adult")).headers.get("location")) ?? "";
  const billed = await shop.billed();

  rotate();
  expect((await browser().go(open.url)).status).toBe(200);
  expect((await check(token, device)).body).toMatchObject({ verified: true });
  expect((await generate("s", { ...shop, device })).headers.get("ageway-reason")).toBe("already_verified");
  const again = await generate("b", { ...shop, device, headers });
  expect(again.status).toBe(200);
  // Signed anew, and yet the same verification: nothing new is billed.
  expect(again.text).not.toBe(retried.text);
  expect(await shop.billed()).toBe(billed);
});
