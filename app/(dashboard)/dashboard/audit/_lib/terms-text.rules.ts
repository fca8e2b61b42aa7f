import type { EntryFacts } from "./changes.rules.ts";
import { type AuditNames, CAP, type Phrase } from "./phrase.rules.ts";

/** Writes "Volume, at €29.00 per month with 500 checks included", then the status where it changed. */
export function termsText(before: EntryFacts, after: EntryFacts, words: AuditNames): string {
  const plan = typeof after.planId === "string" ? words.planName(after.planId) : null;
  const currency = currencyOf(after, words);
  const fee = typeof after.monthlyFeeMinor === "number" ? after.monthlyFeeMinor : 0;
  const included = typeof after.includedChecks === "number" ? after.includedChecks : 0;
  const terms = [
    plan,
    `${words.money(fee, currency)} per month`,
    included > 0 ? `${words.count(included)} checks included` : null,
    after.status !== before.status && typeof after.status === "string" ? (STATUSES[after.status] ?? null) : null,
  ];
  return terms.filter((term) => term !== null).join(", ");
}

const STATUSES: Readonly<Record<string, string>> = {
  active: "now active",
  trialing: "now on trial",
  past_due: "payment now due",
  paused: "now paused",
  canceled: "now cancelled",
};

export function capText(before: EntryFacts, after: EntryFacts, words: AuditNames): Phrase[] {
  const amount = ({ spendCapMinor }: EntryFacts) =>
    typeof spendCapMinor === "number" ? words.money(spendCapMinor, words.currency) : "none";
  const [old, current] = [before.spendCapMinor, after.spendCapMinor].map((cap) =>
    typeof cap === "number" ? cap : Number.POSITIVE_INFINITY,
  );
  const at = after.stopsAtCap ? "live checks stop there" : "it only sends e-mails";
  if (old === current) return ["changed what happens at the ", CAP, `: ${at}`];
  if (after.spendCapMinor == null) return ["removed the ", CAP, ` of ${amount(before)}`];
  if (before.spendCapMinor == null) return ["set the ", CAP, ` to ${amount(after)}; ${at}`];
  const verb = (current ?? 0) > (old ?? 0) ? "raised" : "lowered";
  return [`${verb} the `, CAP, ` from ${amount(before)} to ${amount(after)}; ${at}`];
}

export function currencyOf({ currency }: EntryFacts, words: AuditNames): string {
  return typeof currency === "string" ? currency : words.currency;
}
