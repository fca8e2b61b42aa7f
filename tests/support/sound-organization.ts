import { preparedStatement } from "#db/prepared.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import type { Terms } from "#lib/billing/terms.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { newPluginKey } from "#lib/keys/plugin-key.ts";
import { database } from "#lib/runtime/database.ts";

/** `terms`, `domain`: `null` for none. */
export type Wanted = {
  mode: Mode;
  terms: (Pick<Terms, "status" | "currency" | "priceSMinor" | "priceBMinor"> & Omit<Partial<Terms>, "planId">) | null;
  domain: { includeSubdomains: boolean } | null;
  callsPerMinute: number | null;
};

const STANDARD = {
  planId: null,
  monthlyFeeMinor: 0,
  includedChecks: 0,
  spendCapMinor: null,
  stopsAtCap: false,
  taxBasisPoints: null,
};

/**
 * Writes in one statement the rows that four of the operator's verbs write in as many transactions, because tests make
 * thousands of organizations. `tests/integration/organizations/sound-organization.test.ts` compares the two.
 */
export async function insertSoundOrganization({ mode, terms, domain, callsPerMinute }: Wanted) {
  const [id, key] = [uuidV7(), newPluginKey(mode)];
  const host = `shop-${id.slice(-12)}.example`;
  const name = "Test shop";
  const agreed = terms && { ...STANDARD, ...terms };
  const audit = [
    { action: "organization.created", subject: id, after: { name } },
    { action: "key.created", subject: key, label: "", after: { mode, label: "" } },
    ...(agreed ? [{ action: "subscription.set", subject: id, after: agreed }] : []),
    ...(domain ? [{ action: "domain.verified_manually", subject: host, after: domain }] : []),
  ].map((entry) => ({ id: uuidV7(), ...entry }));
  await INSERT(
    database(),
    id,
    name,
    // Each change but the first raises it.
    audit.length - 1,
    uuidV7(),
    key,
    mode,
    callsPerMinute,
    JSON.stringify(agreed ? [agreed] : []),
    uuidV7(),
    JSON.stringify(domain ? [domain] : []),
    uuidV7(),
    host,
    JSON.stringify(audit),
  );
  return { id, key, host };
}

const TERMS = `"status" text, "currency" text, "monthlyFeeMinor" int, "priceSMinor" int, "priceBMinor" int,
  "includedChecks" int, "spendCapMinor" bigint, "stopsAtCap" boolean, "taxBasisPoints" int`;

const INSERT = preparedStatement(`
  WITH made AS (
    INSERT INTO organization (id, name, facts_version) VALUES ($1, $2, $3)
  ), named AS (
    INSERT INTO plugin_key (id, organization_id, key, mode, calls_per_minute) VALUES ($4, $1, $5, $6, $7)
  ), subscribed AS (
    INSERT INTO subscription (organization_id, status, past_due_since, currency, monthly_fee_minor, price_s_minor, price_b_minor,
      included_checks, spend_cap_minor, stops_at_cap, tax_basis_points)
    SELECT $1, t.status, CASE WHEN t.status = 'past_due' THEN clock_timestamp() END, t.currency, t."monthlyFeeMinor", t."priceSMinor",
      t."priceBMinor", t."includedChecks", t."spendCapMinor", t."stopsAtCap", t."taxBasisPoints"
    FROM json_to_recordset($8::text::json) AS t(${TERMS})
  ), agreed AS (
    INSERT INTO subscription_term (id, organization_id, starts_at, status, currency, monthly_fee_minor, tax_basis_points, included_checks)
    SELECT $9, $1, clock_timestamp(), t.status, t.currency, t."monthlyFeeMinor", t."taxBasisPoints", t."includedChecks"
    FROM json_to_recordset($8::text::json) AS t(${TERMS})
  ), verified AS (
    INSERT INTO domain (id, organization_id, host, include_subdomains, verified_at)
    SELECT $11, $1, $12, d."includeSubdomains", now()
    FROM json_to_recordset($10::text::json) AS d("includeSubdomains" boolean)
  )
  INSERT INTO audit_event (id, organization_id, actor, action, subject, subject_label, after)
  SELECT a.id, $1, 'operator', a.action, a.subject, a.label, a.after
  FROM json_to_recordset($13::text::json) AS a(id uuid, action text, subject text, label text, after jsonb)
`);
