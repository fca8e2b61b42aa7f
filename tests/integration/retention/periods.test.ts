import { randomBytes } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { GET } from "#app/(docs)/retention/route.tsx";
import { GET as home } from "#app/route.tsx";
import { uuidV7 } from "#lib/base/uuid.ts";
import { purgeEmails, purgeSignIns, purgeVerifications } from "#lib/retention/purge.ts";
import { RETENTION, untilWords } from "#lib/retention/retention.rules.ts";
import { database } from "#lib/runtime/database.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { asOwner } from "#tests/support/owner.ts";
import { signedIn } from "#tests/support/signed-in.ts";

const ago = (until: (typeof RETENTION)[keyof typeof RETENTION]["until"], minutes: number) => {
  const { count = 0 } = untilWords(until).values as { count?: number };
  const unit = typeof until === "object" && "hours" in until ? "hour" : "day";
  return sql`now() - ${count} * interval '${sql.raw(`1 ${unit}`)}' + ${minutes} * interval '1 minute'`;
};

/** Rows a minute to either side of the end of what the table promises, each by a name of its own. */
type Rows = (name: string, at: SQL) => SQL;

const TIMED: [keyof typeof RETENTION, () => Promise<{ insert: Rows; names: SQL }>, () => Promise<void>][] = [
  [
    "email",
    async () => ({
      insert: (name, at) => sql`INSERT INTO mail_outbox (id, key, recipient, subject, body, created_at)
        VALUES (${uuidV7()}, ${name}, 'a@shop.example', 'Fact', 'So.', ${at})`,
      names: sql`SELECT key AS name FROM mail_outbox`,
    }),
    purgeEmails,
  ],
  [
    "sign_in_link",
    async () => ({
      insert: (name, at) => sql`INSERT INTO sign_in_link (digest, email, expires_at)
        VALUES (${randomBytes(32)}, ${name}, ${at})`,
      names: sql`SELECT email AS name FROM sign_in_link WHERE email IS NOT NULL`,
    }),
    purgeSignIns,
  ],
  [
    "sign_in_session",
    async () => {
      const { id } = await signedIn();
      return {
        insert: (name, at) => sql`INSERT INTO sign_in_session (id, digest, user_id, browser, expires_at)
          VALUES (${uuidV7()}, ${randomBytes(32)}, ${id}, ${name}, ${at})`,
        names: sql`SELECT browser AS name FROM sign_in_session`,
      };
    },
    purgeSignIns,
  ],
  [
    "invitation",
    async () => {
      const { id } = await newOrganization();
      return {
        insert: (name, at) => sql`INSERT INTO invitation (id, organization_id, email, role, digest, expires_at)
          VALUES (${uuidV7()}, ${id}, ${name}, 'viewer', ${randomBytes(32)}, ${at})`,
        names: sql`SELECT email AS name FROM invitation`,
      };
    },
    purgeSignIns,
  ],
  [
    "idempotency_key",
    async () => {
      const { key } = await newOrganization();
      const keyId = sql`(SELECT id FROM plugin_key WHERE key = ${key})`;
      return {
        insert: (name, at) => sql`INSERT INTO idempotency_key (plugin_key_id, key, request, verification_id, created_at)
          VALUES (${keyId}, sha256(${name}::bytea), ${randomBytes(32)}, ${uuidV7()}, ${at})`,
        names: sql`SELECT n AS name FROM unnest(ARRAY['older', 'younger']) n, idempotency_key WHERE key = sha256(n::bytea)`,
      };
    },
    purgeVerifications,
  ],
];

test.for(TIMED)("%s is kept as long as the table says, and not a minute more", async ([name, prepare, purge]) => {
  const { insert, names } = await prepare();
  const owner = asOwner();
  onTestFinished(() => owner.$client.end());
  const tag = name === "idempotency_key" ? "" : `${uuidV7()}-`;
  for (const [which, minutes] of [
    ["older", -1],
    ["younger", 1],
  ] as const)
    await owner.execute(insert(`${tag}${which}`, ago(RETENTION[name].until, minutes)));
  await purge();
  const left = (await database().execute<{ name: string }>(names)).map((row) => row.name);
  expect(left.filter((name) => name.startsWith(tag) && /older|younger/.test(name))).toEqual([`${tag}younger`]);
});

test("what is kept until an organization is deleted goes with its row", async () => {
  const edges = await database().execute<{ child: string; parent: string }>(sql`
    SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent
    FROM pg_constraint WHERE contype = 'f' AND confdeltype = 'c'`);
  const reached = new Set(["organization"]);
  for (let size = 0; size !== reached.size; ) {
    size = reached.size;
    for (const { child, parent } of edges) if (reached.has(parent)) reached.add(child);
  }
  for (const table of RETENTION.organization.tables) expect([...reached]).toContain(table);
});

test("the page says of everything what it is and how long it is kept, and the start page leads there", async () => {
  const page = await GET();
  expect(page.status).toBe(200);
  const text = await page.text();
  for (const name of Object.keys(RETENTION)) expect(text).toContain(`<section id="${name}">`);
  expect(text).toContain("Kept for at most 24 hours");
  expect(text).toContain("Kept until 30 days after it expires");
  expect(text).not.toContain("<script");
  expect(await (await home(new Request("http://localhost/"))).text()).toContain('href="/retention"');
});
