import { expect, test } from "vitest";
import { addKeySecret, lockKey } from "#lib/keys/key-secret.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { check, generate, newDevice } from "#tests/support/gateway.ts";
import { backendOf } from "#tests/support/key.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, tokenIn } from "#tests/support/visitor.ts";

const OPERATOR = { kind: "operator" } as const;

test("an Idempotency-Key that comes back with other parameters", async () => {
  const shop = await newOrganization({ domain: "with sub-domains" });
  const call = { ...shop, device: newDevice(), headers: { "Idempotency-Key": "order-1" } };
  expect((await generate("b", call)).status).toBe(200);
  for (const other of [{ age: "16" }, { domain: `https://www.${shop.host}/` }]) {
    const { status, text, headers } = await generate("b", { ...call, ...other });
    expect([status, text, headers.get("ageway-reason")]).toEqual([409, '{"url":null}', "idempotency_key_reused"]);
  }
  expect((await generate("s", call)).status).toBe(409);
  expect([await shop.started(), await shop.billed()]).toEqual([1, 1]);
});

test("the Idempotency-Key of another shop is another key", async () => {
  const [one, other] = [await newOrganization(), await newOrganization()];
  const headers = { "Idempotency-Key": "shared-words" };
  expect((await generate("b", { ...one, headers })).status).toBe(200);
  expect((await generate("b", { ...other, headers })).status).toBe(200);
});

test("two shops that use one Idempotency-Key at the same moment have a link each, and get their own again", async () => {
  const [one, other] = [await newOrganization(), await newOrganization()];
  const call = { device: newDevice(), headers: { "Idempotency-Key": "order-1" } };
  // Together, so that one batch answers both.
  const both = () => Promise.all([generate("b", { ...one, ...call }), generate("b", { ...other, ...call })]);
  const [first, again] = [await both(), await both()];
  expect(first.map(({ status }) => status)).toEqual([200, 200]);
  const urls = first.map(({ body }) => (body as { url: string }).url);
  expect(new Set(urls).size).toBe(2);
  expect(again.map(({ body }) => (body as { url: string }).url)).toEqual(urls);
  expect([await one.billed(), await other.billed()]).toEqual([1, 1]);
});

test("a call that is repeated after its visitor was verified gets its own link again, and other calls are turned away", async () => {
  const shop = await newOrganization();
  const call = { ...shop, device: newDevice(), headers: { "Idempotency-Key": "order-1" } };
  const first = await generate("s", call);
  const home = await completeFlow(browser(), (first.body as { url: string }).url, "adult");
  await check(tokenIn(home.headers.get("location")) ?? "", call.device, shop.key);
  expect((await generate("s", { ...call, headers: {} })).headers.get("ageway-reason")).toBe("already_verified");
  const { status, body } = await generate("s", call);
  expect([status, body]).toEqual([200, first.body]);
});

test("two plugin keys of one shop that use one Idempotency-Key at the same moment have a link each", async () => {
  const shop = await newOrganization();
  const made = await createKey(OPERATOR, { organizationId: shop.id, mode: "live", label: "" });
  const call = { ...shop, device: newDevice(), headers: { "Idempotency-Key": "order-1" } };
  const both = () => Promise.all([call, { ...call, key: made.ok ? made.key : "" }].map((one) => generate("b", one)));
  const urls = (await both()).map(({ body }) => (body as { url: string }).url);
  expect(new Set(urls).size).toBe(2);
  expect((await both()).map(({ body }) => (body as { url: string }).url)).toEqual(urls);
  expect(await shop.billed()).toBe(2);
});

test("two Idempotency-Keys of one shop at the same moment are two requests", async () => {
  const shop = await newOrganization();
  const call = (key: string) => generate("b", { ...shop, headers: { "Idempotency-Key": key } });
  const answers = await Promise.all([call("order-1"), call("order-2")]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await shop.billed()).toBe(2);
});

/** A call with an Idempotency-Key that a stranger has guessed. */
const retried = (shop: { key: string; domain: string }, headers: Record<string, string>, device = newDevice()) =>
  generate("b", { ...shop, device, headers: { "Idempotency-Key": "order-1", ...headers } });

test("strangers who used the Idempotency-Key first, with devices of their own, take nothing from the shop's server or page", async () => {
  const shop = await newOrganization();
  const page = { Origin: `https://${shop.host}` };
  const strangers = await Promise.all([{}, page, {}, page].map((headers) => retried(shop, headers)));
  expect(strangers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  for (const [n, headers] of [{}, page].entries()) {
    const device = newDevice();
    const [first, again] = [await retried(shop, headers, device), await retried(shop, headers, device)];
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    expect(strangers.map(({ text }) => text)).not.toContain(first.text);
    expect(
      (await generate("s", { ...shop, device, headers: { ...headers, "Idempotency-Key": "order-1" } })).status,
    ).toBe(409);
    expect(await shop.billed()).toBe(strangers.length + n + 1);
  }
  expect((await retried(shop, { Origin: "https://evil.example" })).headers.get("ageway-reason")).toBe(
    "domain_not_verified",
  );
});

test("strangers who use an Idempotency-Key at the same moment, at the shop's address too, have a link each", async () => {
  const shop = await newOrganization();
  const answers = await Promise.all(Array.from({ length: 20 }, () => retried(shop, {})));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(answers.length);
});

test("an Idempotency-Key of an open key is that of its backend, too, where the calls carry a secret", async () => {
  const shop = await newOrganization();
  const secret = await backendOf(shop.key);
  const device = newDevice();
  expect((await retried(shop, {}, device)).status).toBe(200);
  const first = await retried(shop, secret, device);
  expect([first.status, (await retried(shop, secret, device)).text]).toEqual([200, first.text]);
  expect((await retried(shop, secret)).status).toBe(409);
  expect(await shop.billed()).toBe(2);
});

test("an Idempotency-Key of a locked key is that of whoever has a secret of it, whichever of the two", async () => {
  const shop = await newOrganization();
  const device = newDevice();
  // While the key was open, a stranger used it for something else.
  expect((await retried(shop, {})).status).toBe(200);
  const secrets = [await addKeySecret(OPERATOR, shop.key), await addKeySecret(OPERATOR, shop.key)];
  await lockKey(OPERATOR, shop.key);
  const [one, other] = secrets.map((made) => ({ Authorization: `Bearer ${made.ok ? made.secret : ""}` }));
  const first = await retried(shop, one ?? {}, device);
  expect(first.status).toBe(200);
  expect((await retried(shop, other ?? {}, device)).body).toEqual(first.body);
  expect((await retried(shop, {}, device)).headers.get("ageway-reason")).toBe("secret_required");
  expect((await retried(shop, one ?? {})).status).toBe(409);
  expect(await shop.billed()).toBe(2);
});
