import { v7 } from "uuid";
import { findEvent, insertReversals } from "#db/queries/billing-event.ts";
import { readCalendar } from "#db/queries/closed-month.ts";
import type { BillingReason } from "#lib/billing/reasons.ts";
import { nameOf, type Operator } from "#lib/core/actor.ts";
import { changeOrganization, isUuid } from "#lib/core/change.ts";
import { adminConfig } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";
import { type Result, refuse } from "#lib/core/result.ts";
import { readLine } from "#lib/core/text.ts";
import { rowOfReversal } from "./ledger.rules.ts";
import { macOf } from "./row-mac.ts";

const LONGEST_REASON = 200;

/**
 * Takes one event back with a row of its own: it stands on the invoice of this month, and makes room under this month's cap.
 * `changed` is false for one that was taken back before.
 */
export async function reverseEvent(
  actor: Operator,
  eventId: string,
  given: string,
): Promise<Result<{ changed: boolean }, BillingReason>> {
  const reason = readLine(given, LONGEST_REASON);
  if (!reason) return refuse("reason_missing");
  if (adminConfig().keys.length === 0) return refuse("keys_missing");
  const event = isUuid(eventId) ? await findEvent(database(), eventId) : null;
  if (event === null || event.reverses !== null) return refuse("event_unknown");
  const { organizationId, priceMinor, currency } = event;
  return changeOrganization(actor, "operate", organizationId, async (tx) => {
    const { today: createdAt } = await readCalendar(tx);
    const row = rowOfReversal(event, { id: v7(), reason, actor: nameOf(actor), creditNoteId: null, createdAt });
    const changed = (await insertReversals(tx, [{ ...row, mac: macOf(row) }])) > 0;
    const trace = { action: "event.reversed" as const, subject: eventId, after: { priceMinor, currency, reason } };
    return { value: { changed }, audit: changed ? trace : null };
  });
}
