import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { sql } from "drizzle-orm";
import { databaseAt } from "#db/address.ts";
import { connect } from "#db/client.ts";
import { sealOrganization } from "#lib/billing/ledger-seal.ts";
import type { StoredFacts } from "./history.rules.ts";

/** Reads, on a connection that no fault has touched, all that the history must explain. */
export async function readStored(url: string): Promise<StoredFacts> {
  const db = connect(databaseAt(url), { max: 1, settings: { statement_timeout: "0" } });
  try {
    const verifications = await db.execute<StoredFacts["verifications"][number]>(sql`
      SELECT id, organization_id AS organization, provider, encode(device, 'hex') AS device, outcome,
        redeemed_at IS NOT NULL AS "isRedeemed", coalesce(reserved_until > now(), false) AND completed_at IS NULL AS "isReserved"
      FROM verification`);
    const events = await db.execute<StoredFacts["events"][number]>(sql`
      SELECT verification_id AS verification, organization_id AS organization, price_minor AS "priceMinor"
      FROM billing_event WHERE reverses IS NULL`);
    const usage = await db.execute<StoredFacts["usage"][number]>(sql`
      SELECT organization_id AS organization, events, spent_minor AS "spentMinor", 0 AS reservations FROM usage_counter
      UNION ALL SELECT organization_id, 0, 0, checks FROM reservation WHERE until > now()`);
    const caps = await db.execute<StoredFacts["caps"][number]>(sql`
      SELECT organization_id AS organization, spend_cap_minor AS "capMinor" FROM subscription WHERE stops_at_cap`);
    return { verifications: [...verifications], events: [...events], usage: [...usage], caps: [...caps] };
  } finally {
    await db.$client.end({ timeout: 5 });
  }
}

/** Seals what is left, and holds the ledgers against their chains as an operator does. Answers what is wrong; empty: nothing. */
export async function verifyLedgers(organizations: readonly string[]): Promise<string> {
  for (const id of organizations) await sealOrganization(id);
  return new Promise((done) => {
    execFile(resolve("cli/ageway"), ["ledger", "verify"], { env: process.env }, (fault, out, err) =>
      done(fault ? `${out}${err}` || fault.message : ""),
    );
  });
}
