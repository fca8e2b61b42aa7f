import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { uuidV7 } from "#lib/base/uuid.ts";
import { changeKeySettings } from "#lib/keys/key-settings.ts";
import { createKey, pauseKey } from "#lib/keys/plugin-key.ts";
import {
  type AuditFilter,
  type AuditWords,
  auditCsv,
  listAudit,
  listAuditPeople,
} from "#lib/organizations/audit-log.ts";
import { renameOrganization } from "#lib/organizations/organization.ts";
import { closeDatabase, database } from "#lib/runtime/database.ts";
import { memberOf } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";

type Member = Awaited<ReturnType<typeof memberOf>>;

async function shopWithOwner() {
  const shop = await newOrganization({ subscription: "none", domain: "unverified" });
  return { shop, owner: await memberOf(shop.id, "owner") };
}

async function rename(owner: Member, id: string, times: number) {
  for (let n = 0; n < times; n += 1) await renameOrganization(owner, id, `Name ${n}`);
}

/** Every page, one after the other. */
async function pagesOf(owner: Member, id: string, filter: AuditFilter = {}) {
  const pages = [];
  for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
    const page = await listAudit(owner, id, { ...filter, cursor });
    if (!page.ok) throw new Error(page.reason);
    pages.push(page.rows);
    cursor = page.next ?? undefined;
  }
  return pages;
}

/** What the page writes (`tests/unit/app/audit-sentence.test.ts`) is handed in. */
const WORDS: AuditWords = { actorOf: (actor) => `<${actor}>`, sentenceOf: ({ action }) => `<${action}>` };

async function csvLines(owner: Member, id: string, filter: AuditFilter = {}) {
  const answer = await auditCsv(owner, id, filter, WORDS);
  if (!answer.ok) throw new Error(answer.reason);
  let text = "";
  for await (const piece of answer.csv) text += piece;
  return text.split(/(?<=\r\n)/);
}

test("the latest is first, with who, and before and after", async () => {
  const { shop, owner } = await shopWithOwner();
  await renameOrganization(owner, shop.id, "Vin & Vin");
  const [rows] = await pagesOf(owner, shop.id);
  expect(rows?.map(({ action }) => action)).toEqual(["organization.renamed", "key.created", "organization.created"]);
  expect(rows?.[0]).toEqual({
    id: expect.any(String),
    createdAt: expect.any(Date),
    actor: owner.email,
    action: "organization.renamed",
    subject: shop.id,
    subjectLabel: null,
    before: { name: "Test shop" },
    after: { name: "Vin & Vin" },
  });
});

test("pages of 50 follow each other without a gap or a repetition, also while more is written", async () => {
  const { shop, owner } = await shopWithOwner();
  await rename(owner, shop.id, 98);
  expect((await pagesOf(owner, shop.id)).map(({ length }) => length)).toEqual([50, 50]);
  const first = await listAudit(owner, shop.id, { cursor: null });
  await createKey(owner, { organizationId: shop.id, mode: "test", label: "" });
  const second = await listAudit(owner, shop.id, { cursor: first.ok ? first.next : null });
  const ids = [first, second].flatMap((page) => (page.ok ? page.rows.map(({ id }) => id) : []));
  expect([new Set(ids).size, second.ok && second.next]).toEqual([100, null]);
  expect((await pagesOf(owner, shop.id)).map(({ length }) => length)).toEqual([50, 50, 1]);
});

test("people who stand in it are listed once, and a moment leaves out what is older", async () => {
  const { shop, owner } = await shopWithOwner();
  await rename(owner, shop.id, 2);
  expect(await listAuditPeople(owner, shop.id)).toEqual({ ok: true, rows: [owner.email, "operator"].toSorted() });
  expect((await pagesOf(owner, shop.id, { since: new Date(Date.now() - 60_000) })).flat()).toHaveLength(4);
  expect((await pagesOf(owner, shop.id, { since: new Date(Date.now() + 60_000) })).flat()).toHaveLength(0);
});

test("it can be narrowed to who and to what; a cursor that is none is the beginning", async () => {
  const { shop, owner } = await shopWithOwner();
  await rename(owner, shop.id, 2);
  await createKey(owner, { organizationId: shop.id, mode: "test", label: "" });
  const actionsOf = async (filter: AuditFilter) =>
    (await pagesOf(owner, shop.id, filter)).flat().map((row) => row.action);
  expect(await actionsOf({ actor: owner.email })).toHaveLength(3);
  expect(await actionsOf({ actions: ["key.created"] })).toEqual(["key.created", "key.created"]);
  expect(await actionsOf({ actor: "operator", actions: ["key.created"] })).toEqual(["key.created"]);
  const odd = await listAudit(owner, shop.id, { cursor: "nonsense" });
  expect(odd.ok && odd.rows).toHaveLength(5);
});

test("another organization's events are not in it", async () => {
  const [mine, theirs] = [await shopWithOwner(), await shopWithOwner()];
  await rename(theirs.owner, theirs.shop.id, 3);
  const rows = (await pagesOf(mine.owner, mine.shop.id)).flat();
  expect(rows.map(({ actor }) => actor)).not.toContain(theirs.owner.email);
  expect(await listAudit(mine.owner, theirs.shop.id, { cursor: null })).toEqual({
    ok: false,
    reason: "organization_unknown",
  });
});

test("an action that another version wrote is none of ours, and stands in the CSV as it is", async () => {
  const { shop, owner } = await shopWithOwner();
  const id = uuidV7();
  await database().execute(sql`
    INSERT INTO audit_event (id, organization_id, actor, action, subject)
    VALUES (${id}, ${shop.id}, 'clock', 'moon.risen', 'x')`);
  const [rows] = await pagesOf(owner, shop.id);
  expect(rows?.[0]).toMatchObject({ action: null });
  expect((await csvLines(owner, shop.id))[1]).toContain(",moon.risen,<null>,x,");
});

test("an entry about a key holds the label as the change left it, also after the key is renamed", async () => {
  const { shop, owner } = await shopWithOwner();
  const made = await createKey(owner, { organizationId: shop.id, mode: "test", label: "Till" });
  const { key } = made.ok ? made : expect.fail(made.reason);
  await pauseKey(owner, key, true);
  await changeKeySettings(owner, key, { label: "Market" });
  const [rows = []] = await pagesOf(owner, shop.id);
  expect(rows.slice(0, 3).map(({ action, subjectLabel }) => [action, subjectLabel])).toEqual([
    ["key.settings_changed", "Market"],
    ["key.paused", "Till"],
    ["key.created", "Till"],
  ]);
  const [, , paused] = await csvLines(owner, shop.id);
  expect(paused).toMatch(new RegExp(`,${key},.*,Till\r\n$`));
});

test("as CSV it is whole, in the same order, and no cell is a formula", async () => {
  const { shop, owner } = await shopWithOwner();
  await database().execute(sql`
    INSERT INTO audit_event (id, organization_id, actor, action, subject)
    SELECT gen_random_uuid(), ${shop.id}, 'operator', 'key.created', '=' || n FROM generate_series(1, 1100) AS n`);
  const lines = await csvLines(owner, shop.id);
  expect(lines).toHaveLength(1 + 2 + 1100);
  expect(lines[0]).toBe("time,actor,action,sentence,subject,before,after,label\r\n");
  const subjects = lines.map((line) => line.split(",")[4]);
  expect(new Set(subjects).size).toBe(lines.length);
  expect(subjects.filter((subject) => subject?.startsWith("="))).toEqual([]);
  expect(await csvLines(owner, shop.id, { actions: ["organization.created"] })).toEqual([
    lines[0],
    expect.stringMatching(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z,<operator>,organization.created,<organization.created>,[\da-f-]+,,"\{""name"":""Test shop""\}",\r\n$/,
    ),
  ]);
});

test("the CSV goes on when its connections to the database end between two pages", async () => {
  const { shop, owner } = await shopWithOwner();
  await database().execute(sql`
    INSERT INTO audit_event (id, organization_id, actor, action, subject)
    SELECT gen_random_uuid(), ${shop.id}, 'operator', 'key.created', 'x' FROM generate_series(1, 500)`);
  const answer = await auditCsv(owner, shop.id, {}, WORDS);
  if (!answer.ok) throw new Error(answer.reason);
  let text = (await answer.csv.next()).value;
  await closeDatabase();
  for await (const piece of answer.csv) text += piece;
  expect(text.match(/\r\n/g)).toHaveLength(1 + 2 + 500);
});

test("who may not see the log gets no CSV either", async () => {
  const { shop } = await shopWithOwner();
  const viewer = await memberOf(shop.id, "viewer");
  expect(await auditCsv(viewer, shop.id, {}, WORDS)).toEqual({ ok: false, reason: "not_allowed" });
});
