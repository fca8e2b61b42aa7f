import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { sealOrganization } from "#lib/billing/ledger-seal.ts";
import { past, tamper } from "#tests/support/ledger.ts";
import { countRows, newOrganization } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { forgeSeal, verified } from "#tests/support/sealed-ledger.ts";

await enterOwnDatabase();
beforeEach(() => tamper(sql`DELETE FROM ledger_signing`));

const HOUR_MS = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms);

/** A check of so long ago, without a MAC: as the version before wrote it. */
async function unsigned(ms: number) {
  const shop = await newOrganization();
  const [id = ""] = await past(shop, [{ at: ago(ms) }]);
  await tamper(sql`UPDATE billing_event SET mac = NULL WHERE verification_id = ${id}`);
  return { ...shop, eventId: id };
}

const signedSince = (ms: number) => tamper(sql`INSERT INTO ledger_signing VALUES (${ago(ms).toISOString()})`);

test("a ledger that began with signed rows lets no other in", async () => {
  const shop = await unsigned(60_000);
  await sealOrganization(shop.id);
  expect(await verified(shop)).toMatchObject({ rows: 0, finding: { kind: "unsigned", eventId: shop.eventId } });
});

test("what an older version wrote is sealed for an hour after rows began to be signed, and counted apart", async () => {
  const [before, meanwhile] = [await unsigned(2 * HOUR_MS), await unsigned(60_000)];
  await signedSince(HOUR_MS - 60_000);
  for (const shop of [before, meanwhile]) {
    await sealOrganization(shop.id);
    expect(await verified(shop)).toMatchObject({ rows: 1, unchecked: { unsigned: 1, unknownKey: 0 }, finding: null });
  }
});

test("a row with a MAC that nobody's key made is sealed in that hour no more than in any other", async () => {
  const shop = await unsigned(60_000);
  await tamper(sql`
    UPDATE billing_event SET mac = decode(repeat('5a', 20), 'hex') WHERE verification_id = ${shop.eventId}`);
  await signedSince(HOUR_MS - 60_000);
  await sealOrganization(shop.id);
  expect((await verified(shop)).rows).toBe(0);
});

test("an hour after that nothing unsigned is sealed any more; what was sealed before still holds", async () => {
  const sealed = await unsigned(3 * HOUR_MS);
  await signedSince(60_000);
  await sealOrganization(sealed.id);
  await tamper(sql`UPDATE ledger_signing SET since = ${ago(HOUR_MS + 60_000).toISOString()}`);
  expect(await verified(sealed)).toMatchObject({ rows: 1, unchecked: { unsigned: 1 }, finding: null });
  const late = await unsigned(2 * HOUR_MS);
  await sealOrganization(late.id);
  expect((await verified(late)).finding, "it is older than signatures: it waits, and nobody accuses it").toEqual({
    kind: "unsealed",
    position: null,
    eventId: late.eventId,
  });
  const young = await unsigned(30_000);
  await sealOrganization(young.id);
  expect((await verified(young)).finding).toMatchObject({ kind: "unsigned", eventId: young.eventId });
  expect(
    await countRows(
      sql`SELECT count(*)::int AS n FROM ledger_seal WHERE organization_id IN ${[sealed.id, late.id, young.id]}`,
    ),
  ).toBe(1);
});

test("a row that was put in with its seal does not pass for an older version's, once the chain has come to signed rows", async () => {
  const shop = await unsigned(3 * HOUR_MS);
  await signedSince(60_000);
  await sealOrganization(shop.id);
  await tamper(sql`UPDATE ledger_signing SET since = ${ago(2 * HOUR_MS).toISOString()}`);
  await past(shop, [{ at: ago(30_000) }]);
  await sealOrganization(shop.id);
  const { seal, finding } = await verified(shop);
  expect(finding).toBeNull();
  const [forged = ""] = await past(shop, [{ at: ago(2.5 * HOUR_MS) }]);
  await tamper(sql`UPDATE billing_event SET mac = NULL WHERE verification_id = ${forged}`);
  await forgeSeal(shop.id, forged, { position: 2, seal });
  expect((await verified(shop)).finding).toEqual({ kind: "unsigned", position: 3, eventId: forged });
});
