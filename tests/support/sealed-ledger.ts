import { sql } from "drizzle-orm";
import { findEvent } from "#db/queries/billing-event.ts";
import { closeMonthOf } from "#lib/billing/close-months.ts";
import { reverseEvent } from "#lib/billing/corrections.ts";
import { sealedText } from "#lib/billing/ledger.rules.ts";
import { linkOf, sealOrganization } from "#lib/billing/ledger-seal.ts";
import { type Anchor, verifyLedger } from "#lib/billing/verify-ledger.ts";
import { database } from "#lib/runtime/database.ts";
import { generate } from "./gateway.ts";
import { past, tamper } from "./ledger.ts";
import { newOrganization } from "./organization.ts";

const OPERATOR = { kind: "operator" } as const;

export const MONTH = "2026-03-01";

export type Ledger = Awaited<ReturnType<typeof ledger>>;

/** Ten checks of a closed month, the last but one taken back later, and three of today: all sealed. */
export async function ledger() {
  const shop = await newOrganization();
  const ids = await past(
    shop,
    Array.from({ length: 10 }, (_, n) => ({ at: new Date(Date.UTC(2026, 2, 1 + n, 12)) })),
  );
  await sealOrganization(shop.id);
  const [issued] = await closeMonthOf(shop.id, MONTH);
  if (!issued) throw new Error("The month gave no invoice");
  await reverseEvent(OPERATOR, ids[8] ?? "", "The shop's own test");
  for (let calls = 0; calls < 3; calls += 1) await generate("b", shop);
  await sealOrganization(shop.id);
  return { ...shop, ids, invoice: issued };
}

export async function verified({ id }: { id: string }, anchor?: Anchor) {
  const report = await verifyLedger(OPERATOR, id, anchor);
  if (!report.ok || !report.rows[0]) throw new Error("There was nothing to verify");
  return report.rows[0];
}

/** Seals a row as the sealer would, in the chain of any organization. */
export async function forgeSeal(organizationId: string, eventId: string, after: { position: number; seal: string }) {
  const row = await findEvent(database(), eventId);
  if (row === null) throw new Error("There is no such row");
  const digest = linkOf(Buffer.from(after.seal, "hex"), sealedText(row));
  await tamper(sql`
    INSERT INTO ledger_seal (organization_id, position, event_id, digest, event_at)
    VALUES (${organizationId}, ${after.position + 1}, ${eventId}, ${digest}, ${row.createdAt.toISOString()})`);
}
