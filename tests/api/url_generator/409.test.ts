import { expect, test } from "vitest";
import { generate, newDevice } from "#tests/support/gateway.ts";
import { organization } from "#tests/support/organization.ts";

test("an Idempotency-Key that comes back with other parameters", async () => {
  const shop = await organization({ domain: "with sub-domains" });
  const call = { ...shop, device: newDevice(), headers: { "Idempotency-Key": "order-1" } };
  expect((await generate("b", call)).status).toBe(200);
  for (const other of [{ age: "16" }, { device: newDevice() }, { domain: `https://www.${shop.host}/` }]) {
    const { status, text, headers } = await generate("b", { ...call, ...other });
    expect([status, text, headers.get("ageway-reason")]).toEqual([409, '{"url":null}', "idempotency_key_reused"]);
  }
  expect((await generate("s", call)).status).toBe(409);
  expect([await shop.started(), await shop.billed()]).toEqual([1, 1]);
});

test("the Idempotency-Key of another shop is another key", async () => {
  const [one, other] = [await organization(), await organization()];
  const headers = { "Idempotency-Key": "shared-words" };
  expect((await generate("b", { ...one, headers })).status).toBe(200);
  expect((await generate("b", { ...other, headers })).status).toBe(200);
});

test("two shops that use one Idempotency-Key at the same moment have a link each, and get their own again", async () => {
  const [one, other] = [await organization(), await organization()];
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

test("two Idempotency-Keys of one shop at the same moment are two requests", async () => {
  const shop = await organization();
  const call = (key: string) => generate("b", { ...shop, headers: { "Idempotency-Key": key } });
  const answers = await Promise.all([call("order-1"), call("order-2")]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await shop.billed()).toBe(2);
});
