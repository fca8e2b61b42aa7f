import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { redeemProofs } from "#db/queries/verification-proof.ts";
import { encryptId } from "#lib/crypto/opaque-id.ts";
import { database } from "#lib/runtime/database.ts";
import { check, type GatewayAnswer, send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

const ONCE = { once: "1" };

async function proof(persona = "adult") {
  const shop = await newOrganization();
  const { url, device, id } = await started("b", shop);
  const visitor = browser();
  const back = tokenIn((await completeFlow(visitor, url, persona)).headers.get("location"));
  const token = back ?? tokenIn((await visitor.go(`${url}&do=leave`, "POST")).headers.get("location")) ?? "";
  const ask = (more: Record<string, string> = {}) => check(token, device, shop.key, more);
  return { shop, token, device, id, ask };
}

const shown = ({ status, text, headers }: GatewayAnswer) => [
  status,
  text,
  [...headers]
    .filter(([name]) => !["date", "connection", "keep-alive", "ageway-reference", "traceresponse"].includes(name))
    .toSorted(),
];

test("with once=1 the first question is answered, and every later one as for an unknown token, byte for byte", async () => {
  const { shop, device, ask } = await proof();
  expect((await ask(ONCE)).body).toMatchObject({ age: 18, verified: true });
  const unknown = await check(encryptId("token", "018f0000-0000-7000-8000-000000000000"), device, shop.key, ONCE);
  expect([unknown.status, unknown.text]).toEqual([404, '{"age":null,"verified":false}']);
  for (const again of [await ask(ONCE), await ask(ONCE)]) expect(shown(again)).toEqual(shown(unknown));
});

test("exactly one of 50 questions at once with once=1 hears yes", async () => {
  const { ask } = await proof();
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(ONCE)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(49);
});

test("of 50 servers that redeem one proof at the same time, the database lets one", async () => {
  const { id } = await proof();
  const redeemed = await Promise.all(Array.from({ length: 50 }, () => redeemProofs(database(), [id])));
  expect(redeemed.filter((ids) => ids.has(id))).toHaveLength(1);
});

test("a proof that a plain question redeemed says no to once=1, and a plain question goes on being answered", async () => {
  const { ask } = await proof();
  expect((await ask()).status).toBe(200);
  expect((await ask(ONCE)).status).toBe(404);
  const [plain, once] = await Promise.all([ask(), ask(ONCE)]);
  expect([plain.status, once.status]).toEqual([200, 404]);
});

test("a no is repeated under once=1: it redeems nothing", async () => {
  const { id, ask } = await proof("seventeen");
  const answers = [await ask(ONCE), await ask(ONCE)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.map(({ body }) => body)).toEqual([
    expect.objectContaining({ age: null, verified: false }),
    expect.objectContaining({ age: null, verified: false }),
  ]);
  const rows = await database().execute(sql`SELECT redeemed_at FROM verification WHERE id = ${id}`);
  expect([...rows]).toEqual([{ redeemed_at: null }]);
});

test("whoever asks for the wrong device with once=1 redeems nothing", async () => {
  const { shop, token, ask } = await proof();
  expect((await check(token, "some-other-device", shop.key, ONCE)).status).toBe(404);
  expect((await ask(ONCE)).status).toBe(200);
});

test.for(["once=true", "once=", "once=2", "once=0&once=1"])(
  "%s means once=1, and once=0 means nothing",
  async (query) => {
    const { shop, token, device, ask } = await proof();
    expect((await ask({ once: "0" })).status).toBe(200);
    expect((await ask({ once: "0" })).status).toBe(200);
    expect((await send(`/api/auth_check/${token}/${device}?plugin_key=${shop.key}&${query}`)).status).toBe(404);
  },
);
