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
