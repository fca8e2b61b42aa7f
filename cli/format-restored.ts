import { timeText } from "#lib/base/time.rules.ts";
import { count, money } from "#lib/billing/money.rules.ts";
import type { Restored } from "#lib/retention/restored.ts";
import { firstRowsText } from "./format-table.ts";

export function restoredText({ doneAt, lastWriteAt, lastDocument, ended, mails, batches, ...lists }: Restored): string {
  const moment = lastWriteAt ? timeText(lastWriteAt) : "an unknown moment";
  return [
    ...(doneAt ? [`This already ran at ${timeText(doneAt)}, and nothing has changed since. Its report:`] : []),
    `The last write in this database is from ${moment}. Everything from before no longer works:`,
    [
      `${count(ended.verifications)} checks with their links, tokens and proofs, and ${count(ended.idempotencyKeys)} idempotency keys`,
      `${count(ended.sessions)} sign-ins, ${count(ended.signInLinks)} links to sign in, ${count(ended.invitations)} invitations`,
      `${count(ended.mails)} waiting e-mails, which are not sent because they may have been sent before`,
    ]
      .map((line) => `  ${line}`)
      .join("\n"),
    ...(mails.length > 0 ? [firstRowsText(mails)] : []),
    ...(batches.length > 0 ? [batchesText(batches)] : []),
    "Whatever was ended after that moment works again. Compare these lists, and end it again:",
    ...(["keys", "domains", "members"] as const).map(
      (name) => `${name}, the latest change first\n${firstRowsText(lists[name])}`,
    ),
    nextText(moment, lastDocument),
  ].join("\n\n");
}

function batchesText(batches: Restored["batches"]): string {
  const rows = batches.map(({ organizationId, at, provider, quantity, unitMinor, currency }) => ({
    organization: organizationId,
    at,
    provider,
    amount: money(quantity * unitMinor, currency),
  }));
  return `Stripe's meter may lack these. They are not sent, because Stripe would count them twice if it has them:\n${firstRowsText(rows)}`;
}

function nextText(moment: string, lastDocument: number): string {
  return [
    "Next:",
    "  1. npx ageway ledger verify",
    `  2. Invoices and credit notes above number ${lastDocument}, and what members did after ${moment}, are lost. Their numbers will be used again.`,
    "  3. Repeat the erasures of people and the deletions of organizations from after that moment.",
    "  4. Start every server.",
  ].join("\n");
}
