import { sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { deviceDigest } from "#lib/crypto/digest.ts";
import { encryptId } from "#lib/crypto/opaque-id.ts";
import { newOrganization } from "#tests/support/organization.ts";
import type { Program } from "./program.ts";

export type BenchShop = { organizationId: string; key: string; host: string };

export async function makeShop(): Promise<BenchShop> {
  const { id, key, host } = await newOrganization();
  return { organizationId: id, key, host };
}

/** As many copies of a shop, each an organization with a key, a subscription and a domain of its own. */
export async function copyShop(owner: Database, { organizationId }: BenchShop, count: number): Promise<BenchShop[]> {
  const copyOf = (table: string, owned: string, changes: string) => `
    INSERT INTO ${table} SELECT (jsonb_populate_record(t, ${changes})).* FROM ${table} t, copy c WHERE t.${owned} = '${organizationId}'`;
  await owner.execute(`
    CREATE TEMPORARY TABLE copy AS SELECT n, uuidv7() AS id FROM generate_series(1, ${count}) n;
    ${copyOf("organization", "id", "jsonb_build_object('id', c.id)")};
    ${copyOf("plugin_key", "organization_id", "jsonb_build_object('id', uuidv7(), 'organization_id', c.id, 'key', 'pk_live_' || lpad(c.n::text, 24, '0'))")};
    ${copyOf("subscription", "organization_id", "jsonb_build_object('organization_id', c.id)")};
    ${copyOf("domain", "organization_id", "jsonb_build_object('id', uuidv7(), 'organization_id', c.id, 'host', 'copy-' || c.n || '.example')")};
    ANALYZE organization, plugin_key, subscription, domain`);
  const shops = await owner.execute<BenchShop>(sql`
    SELECT c.id AS "organizationId", k.key, d.host FROM copy c
    JOIN plugin_key k ON k.organization_id = c.id JOIN domain d ON d.organization_id = c.id ORDER BY c.n`);
  await owner.execute("DROP TABLE copy");
  return [...shops];
}

/** The device of all tokens. */
const DEVICE = "device-of-the-tokens";

/** More keys for every organization, until each has so many. Answers all of them. */
export async function copyKeys(owner: Database, count: number): Promise<BenchShop[]> {
  await owner.execute(`
    INSERT INTO plugin_key SELECT (jsonb_populate_record(k,
      jsonb_build_object('id', uuidv7(), 'key', 'pk_live_' || left(md5(k.key || n), 24)))).*
    FROM plugin_key k, generate_series(2, ${count}) n`);
  await owner.execute("ANALYZE plugin_key");
  return owner.execute<BenchShop>(
    'SELECT k.organization_id AS "organizationId", k.key, d.host FROM plugin_key k JOIN domain d USING (organization_id)',
  );
}

/** How many tokens repeated checks ask about. */
export const TOKENS = 12;

/** `id`: of the verification. */
export type Token = { id: string; text: string };

/** Verifications that have just ended verified, and nobody has asked about. */
export async function makeTokens(
  owner: Database,
  { organizationId, host }: BenchShop,
  count: number,
): Promise<Token[]> {
  const device = deviceDigest(organizationId, DEVICE).toString("hex");
  const rows = await owner.execute<{ id: string }>(sql`
    INSERT INTO verification (id, organization_id, plugin_key_id, provider, mode, minimum_age, device, return_origin, started_at, completed_at, outcome)
    SELECT uuidv7(), ${organizationId}, k.id, 'b', 'live', 18, decode(${device}, 'hex'), ${`https://${host}`}, now(), now(), 'verified'
    FROM generate_series(1, ${count}::int), (SELECT id FROM plugin_key WHERE organization_id = ${organizationId} LIMIT 1) k
    RETURNING id`);
  return rows.map(({ id }) => ({ id, text: encryptId("token", id) }));
}

/** The path of a generator's call for a device that has not called before. */
export function generatorPath({ key, host }: BenchShop): string {
  return `/api/url_generator_b/${key}/device-{n}/18?domain=${encodeURIComponent(`https://${host}/checkout?basket=2#age`)}`;
}

export function checkPath({ text }: Token): string {
  return `/api/auth_check/${text}/${DEVICE}`;
}

/** Address and query of a link that the generator makes. */
export async function linkOf({ port }: Program, path: string): Promise<string> {
  const answer = await fetch(`http://localhost:${port}${path.replace("{n}", "1")}`);
  const { pathname, search } = new URL(((await answer.json()) as { url: string }).url);
  return pathname + search;
}
