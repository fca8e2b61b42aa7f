import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import type { LockedTransaction } from "./organization-lock.ts";

/** Finds name, address and VAT number as an invoice writes them, also of a deleted organization; `null`: there never was one. */
export async function findBillTo(db: Db, organizationId: string, taxName: string): Promise<string | null> {
  const [row] = await db.execute<{ billTo: string }>(sql`
    SELECT concat_ws(E'\n', name, legal_address, ${`${taxName} number `} || vat_number) AS "billTo" FROM (
      SELECT name, legal_address, vat_number FROM organization WHERE id = ${organizationId}
      UNION ALL SELECT name, legal_address, vat_number FROM former_organization WHERE id = ${organizationId} LIMIT 1
    ) AS known`);
  return row?.billTo ?? null;
}

/** Stores what invoices must still say of an organization that is being deleted, and ends its fee now. */
export async function insertFormerOrganization(tx: LockedTransaction, organizationId: string): Promise<void> {
  await tx.execute(sql`
    INSERT INTO subscription_term (id, organization_id, starts_at, status, plan_name, currency, monthly_fee_minor, tax_basis_points)
    SELECT gen_random_uuid(), organization_id, clock_timestamp(), 'canceled', plan_name, currency, monthly_fee_minor, tax_basis_points
    FROM subscription_term WHERE organization_id = ${organizationId} ORDER BY starts_at DESC, id DESC LIMIT 1`);
  await tx.execute(sql`
    INSERT INTO former_organization (id, name, legal_address, vat_number)
    SELECT id, name, legal_address, vat_number FROM organization WHERE id = ${organizationId}
    ON CONFLICT DO NOTHING`);
}
