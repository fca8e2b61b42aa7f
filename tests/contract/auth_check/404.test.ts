import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { encryptId } from "#lib/crypto/opaque-id.ts";
import { database } from "#lib/runtime/database.ts";
import { check, type GatewayAnswer, newDevice, send } from "#tests/support/gateway.ts";
import { keyOf } from "#tests/support/key.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { proof, started } from "#tests/support/visitor.ts";

const shown = ({ status, text, headers }: GatewayAnswer) => [
  status,
  text,
  // A reference is eight random letters, whatever the answer, and a request's id 48 random digits.
  [...headers]
    .filter(([name]) => !["date", "connection", "keep-alive"].includes(name))
    .map(([name, value]) => {
      if (name === "traceresponse") return [name, value.replaceAll(/[0-9a-f]/g, "x")];
      return [name, name === "ageway-reference" ? value.replaceAll(/[2-9A-HJ-NP-Z]/g, "x") : value];
    })
    .toSorted(),
];

test("unknown, malformed, forged, of another purpose, unfinished, expired, another device, organization or mode: byte for byte the same", async () => {
  const { shop, token, device, id } = await proof();
  const stranger = await newOrganization();
  const testShop = await newOrganization({ mode: "test" });
  const unfinished = await started("b", shop);
  const answers = [
    await check("x", device),
    await check("A".repeat(43), device),
    await check(`${token}x`, device),
    await check("%00", device),
    await check(encryptId("session", id), device),
    await check(encryptId("token", "018f0000-0000-7000-8000-000000000000"), device),
    await check(encryptId("token", unfinished.id), unfinished.device),
    await check(token, newDevice()),
    await check(token, "x"),
    await check(token, device, stranger.key),
    await check(token, device, testShop.key),
    await check(token, device, await keyOf(shop.id, "test")),
    await check(token, device, "pk_live_nobody"),
    await check(token, device, ""),
    await send(`/api/auth_check/${token}/${device}?plugin_key=${shop.key}&plugin_key=${shop.key}`),
  ];
  expect((await check(token, device, shop.key)).status).toBe(200);
  await database().execute(sql`UPDATE verification SET completed_at = now() - interval '30 minutes' WHERE id = ${id}`);
  answers.push(await check(token, device, shop.key));
  const [first] = answers;
  expect([first?.status, first?.text]).toEqual([404, '{"age":null,"verified":false}']);
  for (const answer of answers) expect(shown(answer)).toEqual(shown(first as GatewayAnswer));
});

test("a test token gives nothing to a caller that does not name the test key it was issued for", async () => {
  const { shop, token, device } = await proof({ mode: "test" });
  const other = await newOrganization({ mode: "test" });
  for (const key of [undefined, await keyOf(shop.id, "live"), await keyOf(shop.id, "test"), other.key])
    expect((await check(token, device, key)).status).toBe(404);
  expect((await check(token, device, shop.key)).status).toBe(200);
});

test("a token is good to its last second", async () => {
  const { shop, token, device, id } = await proof();
  const completed = (ago: string) =>
    database().execute(sql`UPDATE verification SET completed_at = now() - ${ago}::interval WHERE id = ${id}`);
  await completed("29 minutes 55 seconds");
  expect((await check(token, device, shop.key)).status).toBe(200);
  await completed("30 minutes");
  expect((await check(token, device, shop.key)).status).toBe(404);
});

test.for([
  "/api/auth_check",
  "/api/auth_check/abc/def/device-id-of-a-browser",
  "/api/auth_check/a/b/c/d/e",
  "/test/api/auth_check/abc/def/device-id-of-a-browser",
])("%s is a question about an unknown token to whoever reads its body", async (path) => {
  const { status, text } = await send(path);
  expect([status, text]).toEqual([404, '{"age":null,"verified":false}']);
});
