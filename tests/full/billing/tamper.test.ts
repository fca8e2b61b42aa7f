import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { uuidV7 } from "#lib/base/uuid.ts";
import { creditInvoice } from "#lib/billing/corrections.ts";
import { sealOrganization } from "#lib/billing/ledger-seal.ts";
import { log } from "#lib/observe/log.ts";
import { inFull } from "#tests/support/full.ts";
import { generate } from "#tests/support/gateway.ts";
import { idLike, past, tamper } from "#tests/support/ledger.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { type Ledger, ledger, MONTH, verified } from "#tests/support/sealed-ledger.ts";

const OPERATOR = { kind: "operator" } as const;
const event = sql`billing_event WHERE verification_id`;
const at = ({ id }: Ledger, position: number) => sql`organization_id = ${id} AND position = ${position}`;
const swap = (column: string, a: string, b: string) => sql`
  UPDATE billing_event x SET ${sql.identifier(column)} = y.${sql.identifier(column)} FROM billing_event y
  WHERE (x.verification_id, y.verification_id) IN ((${a}, ${b}), (${b}, ${a}))`;

/** `at`: the position that must be named, or the row. */
type Kind = [what: string, expected: object, change: (w: Ledger) => ReturnType<typeof sql>[]];
const bad = (kind: string, position: number | null) => ({ kind, position });
const set =
  (what: string, n = 4) =>
  (w: Ledger) => [sql`UPDATE billing_event SET ${sql.raw(what)} WHERE verification_id = ${w.ids[n] ?? ""}`];

const KINDS: Kind[] = [
  ["a price raised", bad("altered", 5), set("price_minor = 13")],
  ["a price lowered", bad("altered", 5), set("price_minor = 0")],
  ["another currency", bad("altered", 5), set("currency = 'DKK'")],
  ["another provider", bad("altered", 5), set("provider = 's'")],
  ["a live check called a test", bad("altered", 5), set("mode = 'test', price_minor = 0")],
  ["another key", bad("altered", 5), set("plugin_key_id = gen_random_uuid()")],
  ["another host", bad("altered", 5), set("host = 'other.example'")],
  ["another reason for its price", bad("altered", 5), set("basis = 'included'")],
  ["a check moved by a millisecond", bad("altered", 5), set("created_at = created_at + interval '1 millisecond'")],
  ["a check moved into another month", bad("altered", 5), set("created_at = created_at + interval '40 days'")],
  ["a check given to another organization", bad("altered", 5), set("organization_id = gen_random_uuid()")],
  [
    "a check under another id",
    bad("missing", 5),
    (w) => [
      sql`UPDATE billing_event SET verification_id = ${idLike(sql`verification_id`)} WHERE verification_id = ${w.ids[4] ?? ""}`,
    ],
  ],
  ["the first row deleted", bad("missing", 1), (w) => [sql`DELETE FROM ${event} = ${w.ids[0] ?? ""}`]],
  ["a row in the middle deleted", bad("missing", 6), (w) => [sql`DELETE FROM ${event} = ${w.ids[5] ?? ""}`]],
  [
    "the last row deleted",
    bad("missing", 14),
    (w) => [sql`DELETE FROM ${event} IN (SELECT event_id FROM ledger_seal WHERE ${at(w, 14)})`],
  ],
  [
    "a row deleted with its seal",
    bad("missing", 6),
    (w) => [sql`DELETE FROM ${event} = ${w.ids[5] ?? ""}`, sql`DELETE FROM ledger_seal WHERE ${at(w, 6)}`],
  ],
  [
    "the last row deleted with its seal",
    { kind: "sum", counted: { events: 3 }, ledger: { events: 2 } },
    (w) => [
      sql`DELETE FROM ${event} IN (SELECT event_id FROM ledger_seal WHERE ${at(w, 14)})`,
      sql`DELETE FROM ledger_seal WHERE ${at(w, 14)}`,
    ],
  ],
  [
    "the whole ledger deleted",
    bad("missing", 1),
    (w) => [sql`DELETE FROM billing_event WHERE organization_id = ${w.id}`],
  ],
  ["the chain deleted", bad("unsealed", null), (w) => [sql`DELETE FROM ledger_seal WHERE organization_id = ${w.id}`]],
  [
    "a check of the past put in",
    bad("unsigned", null),
    (w) => [
      sql`INSERT INTO billing_event SELECT ${idLike(sql`verification_id`)}, organization_id, plugin_key_id, provider, mode, price_minor, currency, created_at FROM ${event} = ${w.ids[4] ?? ""}`,
    ],
  ],
  [
    "a check of today put in that nobody made",
    bad("unsigned", null),
    (w) => [
      sql`INSERT INTO billing_event SELECT ${idLike(sql`uuid_v7_from(now())`)}, organization_id, plugin_key_id, provider, mode, price_minor, currency, now() FROM ${event} = ${w.ids[4] ?? ""}`,
    ],
  ],
  ["the times of two rows swapped", bad("altered", 3), (w) => [swap("created_at", w.ids[2] ?? "", w.ids[6] ?? "")]],
  [
    "the seals of two rows swapped",
    bad("reordered", 3),
    (w) => [
      sql`UPDATE ledger_seal SET event_id = ${idLike(sql`event_id`)} WHERE ${at(w, 3)}`,
      sql`UPDATE ledger_seal SET event_id = ${w.ids[2] ?? ""} WHERE ${at(w, 7)}`,
      sql`UPDATE ledger_seal SET event_id = ${w.ids[6] ?? ""} WHERE ${at(w, 3)}`,
    ],
  ],
  [
    "two rows of the chain swapped",
    bad("reordered", 3),
    (w) => [
      sql`UPDATE ledger_seal SET position = 1000 WHERE ${at(w, 3)}`,
      sql`UPDATE ledger_seal SET position = 3 WHERE ${at(w, 7)}`,
      sql`UPDATE ledger_seal SET position = 7 WHERE ${at(w, 1000)}`,
    ],
  ],
  [
    "a seal altered",
    bad("altered", 5),
    (w) => [sql`UPDATE ledger_seal SET digest = sha256('other') WHERE ${at(w, 5)}`],
  ],
  [
    "a reversal deleted",
    bad("missing", 11),
    (w) => [sql`DELETE FROM billing_event WHERE reverses = ${w.ids[8] ?? ""}`],
  ],
  [
    "a reversal's reason rewritten",
    bad("altered", 11),
    (w) => [sql`UPDATE billing_event SET reason = 'Goodwill' WHERE reverses = ${w.ids[8] ?? ""}`],
  ],
  [
    "a reversal laid to somebody else",
    bad("altered", 11),
    (w) => [sql`UPDATE billing_event SET actor = 'somebody' WHERE reverses = ${w.ids[8] ?? ""}`],
  ],
  [
    "the running total lowered",
    { kind: "sum", period: MONTH },
    (w) => [sql`UPDATE usage_counter SET spent_minor = 1 WHERE organization_id = ${w.id} AND period = ${MONTH}`],
  ],
  [
    "a line of an invoice rewritten",
    { kind: "invoice" },
    (w) => [sql`UPDATE invoice SET lines = replace(lines, '"quantity":10', '"quantity":9') WHERE id = ${w.invoice.id}`],
  ],
  [
    "the total of an invoice lowered",
    { kind: "invoice" },
    (w) => [sql`UPDATE invoice SET net_minor = 1, total_minor = 1 + tax_minor WHERE id = ${w.invoice.id}`],
  ],
  [
    "the fees of the past rewritten",
    { kind: "invoice" },
    (w) => [
      sql`UPDATE subscription_term SET monthly_fee_minor = 900, starts_at = '2026-01-01' WHERE organization_id = ${w.id}`,
    ],
  ],
];

test("a ledger that nobody touched holds, row by row, to its end", async () => {
  const shop = await ledger();
  const unchecked = { unknownKey: 0 };
  expect(await verified(shop)).toMatchObject({ rows: 14, position: 14, unchecked, finding: null });
});

test.for(KINDS)("%s is found", async ([, expected, change]) => {
  const shop = await ledger();
  expect((await verified(shop)).finding).toBeNull();
  await tamper(sql`SET LOCAL session_replication_role = replica`, ...change(shop));
  expect((await verified(shop)).finding).toMatchObject(expected);
});

test("of two faults the first is named", async () => {
  const shop = await ledger();
  await tamper(
    sql`UPDATE billing_event SET price_minor = 13 WHERE verification_id = ${shop.ids[2] ?? ""}`,
    sql`DELETE FROM ${event} = ${shop.ids[6] ?? ""}`,
  );
  expect((await verified(shop)).finding).toEqual({ kind: "altered", position: 3, eventId: shop.ids[2] });
});

test("a row that is put in is named by its id", async () => {
  const shop = await ledger();
  const id = uuidV7(Date.UTC(2026, 2, 5, 12));
  await tamper(
    sql`INSERT INTO billing_event SELECT ${id}, organization_id, plugin_key_id, provider, mode, price_minor, currency, created_at FROM ${event} = ${shop.ids[4] ?? ""}`,
  );
  expect((await verified(shop)).finding).toEqual({ kind: "unsigned", position: null, eventId: id });
  await sealOrganization(shop.id);
  expect((await verified(shop)).finding, "nor does the next sealing take it in").toMatchObject({ kind: "unsigned" });
});

test("a chain longer than what is read at once holds to its end, and a fault behind it is found", async () => {
  const shop = await newOrganization();
  const ids = await past(
    shop,
    Array.from({ length: 4_001 }, (_, n) => ({ at: new Date(Date.UTC(2026, 2, 1) + n) })),
  );
  await sealOrganization(shop.id);
  expect(await verified(shop)).toMatchObject({ rows: 4_001, position: 4_001, finding: null });
  await tamper(sql`UPDATE billing_event SET price_minor = 13 WHERE verification_id = ${ids.at(-1)}`);
  expect((await verified(shop)).finding).toEqual({ kind: "altered", position: 4_001, eventId: ids.at(-1) });
});

test("behind more honest rows than are read at once, which wait for their seal, one that was put in is found", async () => {
  const shop = await newOrganization();
  const at = new Date();
  const ids = await past(shop, Array(4_001).fill({ at }));
  expect((await verified(shop)).finding).toBeNull();
  // All of one moment, so their ids say in which order they are read.
  const last = ids.toSorted().at(-1) ?? "";
  await tamper(sql`UPDATE billing_event SET mac = NULL WHERE verification_id = ${last}`);
  expect((await verified(shop)).finding).toEqual({ kind: "unsigned", position: null, eventId: last });
});

test("the log has the end of the chain each time that it grows, and the rows that nobody signed", async () => {
  const shop = await newOrganization();
  const [, second = ""] = await past(shop, [
    { at: new Date("2026-03-01T12:00Z") },
    { at: new Date("2026-03-02T12:00Z") },
  ]);
  await tamper(sql`UPDATE billing_event SET mac = NULL WHERE verification_id = ${second}`);
  const own = { organizationId: shop.id };
  const [info, error] = [vi.spyOn(log, "info"), vi.spyOn(log, "error")];
  for (let times = 0; times < 2; times += 1) await sealOrganization(shop.id);
  const { seal } = await verified(shop);
  expect(info.mock.calls).toEqual([[{ event: "ledger_sealed", ...own, position: 1, seal }]]);
  expect(error.mock.calls).toEqual(
    Array(2).fill([{ event: "ledger_rows_not_sealed", ...own, rows: 1, first: second }]),
  );
});

test("who reads while others write sees one moment: calls go on and nothing is found", async () => {
  const shop = await newOrganization();
  let isOver = false;
  const callers = Array.from({ length: 4 }, async () => {
    while (!isOver) await generate("b", shop);
  });
  const sealer = (async () => {
    while (!isOver) await sealOrganization(shop.id);
  })();
  for (let rounds = 0; rounds < inFull(15, 5); rounds += 1) expect((await verified(shop)).finding).toBeNull();
  isOver = true;
  await Promise.all([...callers, sealer]);
  await sealOrganization(shop.id);
  const { rows, finding } = await verified(shop);
  expect([rows, finding]).toEqual([await shop.billed(), null]);
});

test("a credited invoice still holds, and so does its credit note", async () => {
  const shop = await ledger();
  expect(await creditInvoice(OPERATOR, shop.invoice.number, "Billed to the wrong company")).toMatchObject({ ok: true });
  await sealOrganization(shop.id);
  expect((await verified(shop)).finding).toBeNull();
});
