import { afterAll, expect, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect } from "#db/client.ts";
import { lockOrganizationIfAny } from "#db/queries/organization-lock.ts";
import { changeKeySettings } from "#lib/keys/key-settings.ts";
import { configure } from "#tests/support/configure.ts";
import { generate, newDevice } from "#tests/support/gateway.ts";
import { backendOf } from "#tests/support/key.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { somebodyWaitsFor } from "#tests/support/organization-lock.ts";
import { listenIn } from "#tests/support/wire.ts";

const databaseUrl = process.env.DATABASE_URL ?? "";
const line = await listenIn(databaseUrl);
configure({ DATABASE_URL: line.url });
afterAll(line.close);

/** How often the statements of calls ran: those that read keys, those that write verifications, and beginnings of transactions. */
function heard() {
  const texts = line.heard().map(({ text }) => text);
  const ran = (pattern: RegExp) => texts.filter((text) => pattern.test(text)).length;
  return {
    reads: ran(/FROM plugin_key_secret/),
    writes: ran(/INSERT INTO verification/),
    transactions: ran(/^begin/i),
  };
}

test("a refused call reads once and writes nothing", async () => {
  const shop = await newOrganization();
  line.heard();
  expect((await generate("b", { ...shop, domain: "https://stranger.example/" })).status).toBe(403);
  expect(heard()).toEqual({ reads: 1, writes: 0, transactions: 0 });
});

test("a call with an Idempotency-Key reads once and writes once, like any other, and its repeat writes nothing", async () => {
  const shop = await newOrganization();
  const call = () => generate("b", { ...shop, device, headers: { "Idempotency-Key": "order-1" } });
  const device = newDevice();
  line.heard();
  expect((await call()).status).toBe(200);
  expect(heard()).toEqual({ reads: 1, writes: 1, transactions: 0 });
  expect((await call()).status).toBe(200);
  expect(heard()).toEqual({ reads: 1, writes: 0, transactions: 0 });
});

test("of calls under one Idempotency-Key at once one writes, and each repeat waits for the one before it", async () => {
  const shop = await newOrganization();
  const [device, headers] = [newDevice(), { "Idempotency-Key": "order-1" }];
  line.heard();
  const answers = await Promise.all(Array.from({ length: 5 }, () => generate("b", { ...shop, device, headers })));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(heard()).toEqual({ reads: 5, writes: 1, transactions: 0 });
});

test("a stranger who knows an Idempotency-Key makes the shop's call wait for nothing", async () => {
  const shop = await newOrganization({ domain: "with sub-domains" });
  const call = (domain: string) =>
    generate("b", { ...shop, domain, device: newDevice(), headers: { "Idempotency-Key": "order-1" } });
  line.heard();
  const [own, strange] = await Promise.all([call(shop.domain), call("https://stranger.example/")]);
  expect([own.status, strange.status]).toEqual([200, 403]);
  // Both in one batch.
  expect(heard()).toEqual({ reads: 1, writes: 1, transactions: 0 });
});

test("calls of one batch that use one Idempotency-Key for two requests: one is written, the other refused", async () => {
  const shop = await newOrganization({ domain: "with sub-domains" });
  const device = newDevice();
  const call = (domain: string) =>
    generate("b", { ...shop, domain, device, headers: { "Idempotency-Key": "order-1" } });
  const answers = await Promise.all([call(shop.domain), call(`https://www.${shop.host}/`), call(shop.domain)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409]);
  expect(await shop.billed()).toBe(1);
});

test("a call under a brake is read again under the lock, in one transaction", async () => {
  const shop = await newOrganization();
  expect((await changeKeySettings({ kind: "operator" }, shop.key, { acceptedPerHour: 5 })).ok).toBe(true);
  const headers = await backendOf(shop.key);
  line.heard();
  expect((await generate("b", { ...shop, headers })).status).toBe(200);
  expect(heard()).toMatchObject({ writes: 1, transactions: 1 });
});

test("a call that finds its organization locked waits within one statement, without a transaction", async () => {
  const shop = await newOrganization();
  const other = connect(databaseAt(databaseUrl), { max: 1 });
  line.heard();
  const all = { reads: 0, writes: 0, transactions: 0 };
  const heardInAll = () => {
    const now = heard();
    for (const name of ["reads", "writes", "transactions"] as const) all[name] += now[name];
    return all;
  };
  const { answering } = await other.transaction(async (tx) => {
    await lockOrganizationIfAny(tx, shop.id);
    const answering = generate("b", shop);
    await expect.poll(() => heardInAll().writes, { interval: 10 }).toBe(3);
    await somebodyWaitsFor(tx);
    return { answering };
  });
  expect((await answering).status).toBe(200);
  await other.$client.end();
  // For a moment with the batch, once without this organization, then again where it waits.
  expect(heardInAll()).toEqual({ reads: 2, writes: 3, transactions: 0 });
});
