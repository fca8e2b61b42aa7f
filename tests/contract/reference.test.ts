import { expect, test } from "vitest";
import { referenceOf } from "#lib/crypto/reference.ts";
import { check, type GatewayAnswer, generate, NAVIGATION, newDevice, send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, started } from "#tests/support/visitor.ts";

test("every answer of the generators and of the token check has a reference of its own; a preflight has none", async () => {
  const shop = await newOrganization();
  const answers: [number, GatewayAnswer][] = [
    [200, await generate("s", shop)],
    [303, await generate("b", { ...shop, headers: NAVIGATION })],
    [400, await generate("b", { ...shop, age: "17" })],
    [400, await generate("b", { ...shop, age: "17", headers: NAVIGATION })],
    [403, await generate("b", { ...shop, key: "pk_live_AAAAAAAAAAAAAAAAAAAAAAAA" })],
    [403, await generate("b", { ...shop, domain: "https://elsewhere.example/", headers: NAVIGATION })],
    [404, await generate("b", { ...shop, domain: null })],
    [405, await generate("b", { ...shop, method: "POST" })],
    [405, await generate("b", { ...shop, method: "HEAD" })],
    [503, await generate("b", { ...shop, headers: { "Sec-Purpose": "prefetch" } })],
    [404, await check("x".repeat(43), newDevice(), shop.key)],
    [405, await send("/api/auth_check/x/device", { method: "POST" })],
  ];
  for (const [status, answer] of answers) expect(answer.status).toBe(status);
  const references = answers.map(([, { headers }]) => headers.get("ageway-reference"));
  for (const reference of references) expect(reference).toMatch(/^[B-DF-HJ-NP-TV-Z][2-9B-DF-HJ-NP-TV-Z]{7}$/);
  expect(new Set(references).size).toBe(references.length);
  const preflight = await generate("b", { ...shop, method: "OPTIONS" });
  expect(preflight.headers.get("ageway-reference")).toBeNull();
});

test("a page that refuses, or says how a check ended, shows the reference by which the shop finds it", async () => {
  const shop = await newOrganization();
  const refused = await generate("b", { ...shop, domain: "https://elsewhere.example/", headers: NAVIGATION });
  const reference = refused.headers.get("ageway-reference") ?? "";
  expect(refused.text).toContain(`Reference ${reference.slice(0, 4)}\u00a0${reference.slice(4)}`);

  const [visitor, { url, id }] = [browser(), await started("b", shop)];
  await visitor.go(url);
  const posted = await visitor.go(`${url}&do=confirm`, "POST");
  const callback = await visitor.choose(posted.headers.get("location") ?? "", "seventeen");
  await visitor.go(callback);
  const ended = referenceOf(id);
  expect((await visitor.go(url)).text).toContain(`Reference ${ended.slice(0, 4)}\u00a0${ended.slice(4)}`);
});
