import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { setSubscription } from "#lib/billing/subscription.ts";
import { verifyDomainManually } from "#lib/domains/domain.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { createOrganization } from "#lib/organizations/organization.ts";
import { database } from "#lib/runtime/database.ts";
import { insertSoundOrganization, type Wanted } from "#tests/support/sound-organization.ts";

const OPERATOR = { kind: "operator" } as const;
const PRICES = { currency: "EUR", priceSMinor: 10, priceBMinor: 12 };
const CAPPED = { ...PRICES, spendCapMinor: 500, stopsAtCap: true, monthlyFeeMinor: 900, includedChecks: 3 };

const WANTED: [string, Wanted][] = [
  ["bare", { mode: "test", terms: null, domain: null, callsPerMinute: null }],
  [
    "sound",
    {
      mode: "live",
      terms: { status: "active", ...PRICES },
      domain: { includeSubdomains: false },
      callsPerMinute: null,
    },
  ],
  [
    "with all that can be named",
    {
      mode: "live",
      terms: { status: "past_due", ...CAPPED, taxBasisPoints: 700 },
      domain: { includeSubdomains: true },
      callsPerMinute: 7,
    },
  ],
];

test.for(WANTED)("an organization that tests write is the one that the verbs make: %s", async ([, wanted]) => {
  const [written, made] = [await insertSoundOrganization(wanted), await madeByVerbs(wanted)];
  const rows = await rowsOf(written);
  expect(rows).toEqual(await rowsOf(made));
  expect(Object.keys(rows)).toEqual(
    ["audit_event", "domain", "organization", "plugin_key", "subscription", "subscription_term"].filter(
      (table) =>
        (wanted.domain !== null || table !== "domain") && (wanted.terms !== null || !table.startsWith("subscription")),
    ),
  );
});

type Names = { id: string; key: string; host: string };

async function madeByVerbs({ mode, terms, domain, callsPerMinute }: Wanted): Promise<Names> {
  const organization = await createOrganization(OPERATOR, "Test shop");
  const id = organization.ok ? organization.id : organization.reason;
  const created = await createKey(OPERATOR, { organizationId: id, mode, label: "" });
  const key = created.ok ? created.key : created.reason;
  if (terms) await setSubscription(OPERATOR, id, { spendCapMinor: null, stopsAtCap: false, ...terms });
  // As if the terms had held before this month: all that they include is there, whatever day it is.
  await database().execute(
    sql`UPDATE subscription SET included_period = NULL, included_in_period = NULL WHERE organization_id = ${id}`,
  );
  const host = `shop-${id.slice(-12)}.example`;
  if (domain) await verifyDomainManually(OPERATOR, { organizationId: id, host, ...domain });
  await database().execute(sql`UPDATE plugin_key SET calls_per_minute = ${callsPerMinute} WHERE key = ${key}`);
  return { id, key, host };
}

/** Of every table that names an organization, with what differs by chance made alike. */
async function rowsOf({ id, key, host }: Names): Promise<Record<string, string[]>> {
  const tables = await database().execute<{ name: string }>(sql`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'organization_id' ORDER BY table_name`);
  const found: [string, string[]][] = [];
  for (const { name } of [...tables, { name: "organization" }]) {
    const column = sql.identifier(name === "organization" ? "id" : "organization_id");
    const rows = await database().execute<{ row: string }>(sql`
      SELECT to_jsonb(t)::text AS row FROM ${sql.identifier(name)} t WHERE ${column} = ${id} ORDER BY to_jsonb(t)->>'id'`);
    if (rows.length > 0) found.push([name, rows.map(({ row }) => alike(row))]);
  }
  return Object.fromEntries(found.toSorted(([one], [other]) => one.localeCompare(other)));

  function alike(row: string): string {
    return row
      .replaceAll(host, "HOST")
      .replaceAll(key, "KEY")
      .replaceAll(id, "ORGANIZATION")
      .replace(/"id": "[0-9a-f-]{36}"/g, '"id": "ID"')
      .replace(/"\d{4}-\d\d-\d\dT[\d:.]+\+00:00"/g, '"TIME"');
  }
}
