/** `hours` and `days` count from the row's creation, or with `afterExpiry` from the moment at which it stops working. */
type Until =
  | { hours: number }
  | { days: number; afterExpiry?: true }
  | "never_stored"
  | "check_ends"
  | "erased"
  | "organization_deleted"
  | "bookkeeping"
  | "operator";

/** `tables`: where it is. `job`: what removes it; without one, a person does, or the law says for how long it stays. */
type Stored = { tables: readonly string[]; until: Until; job?: string };

/**
 * Lists what an instance stores, how long, and by which job (contract §5). Jobs take their times from here; two are
 * also in the database. `/retention` and `docs/operate/retention.md` are written from it.
 */
export const RETENTION = {
  identity: { tables: [], until: "never_stored" },
  address: { tables: [], until: "never_stored" },
  link: { tables: [], until: "never_stored" },
  page: { tables: ["verification", "page_key"], until: "check_ends", job: "purge-pages" },
  verification: { tables: ["verification"], until: { hours: 24 }, job: "purge-verifications" },
  idempotency_key: { tables: ["idempotency_key"], until: { hours: 24 }, job: "purge-verifications" },
  activity: {
    tables: ["activity_event", "activity_check", "activity_unlisted"],
    until: { days: 30 },
    job: "purge-activity",
  },
  activity_count: { tables: ["activity_day", "why_not_day"], until: { days: 400 }, job: "purge-activity" },
  gate_test_run: { tables: ["doctor_run"], until: { days: 30 }, job: "purge-activity" },
  email: { tables: ["mail_outbox"], until: { days: 40 }, job: "purge-emails" },
  sign_in_link: { tables: ["sign_in_link"], until: { days: 1, afterExpiry: true }, job: "purge-sign-ins" },
  sign_in_session: { tables: ["sign_in_session"], until: { days: 0, afterExpiry: true }, job: "purge-sign-ins" },
  invitation: { tables: ["invitation"], until: { days: 30, afterExpiry: true }, job: "purge-sign-ins" },
  member: { tables: ["user", "member", "sign_in_account"], until: "erased" },
  organization: {
    tables: [
      "organization",
      "organization_logo",
      "domain",
      "plugin_key",
      "plugin_key_secret",
      "key_hour",
      "key_alert",
      "spend_alert",
      "usage_counter",
      "reservation",
      "subscription",
    ],
    until: "organization_deleted",
  },
  ledger: {
    tables: [
      "billing_event",
      "billing_reversal",
      "ledger_seal",
      "ledger_chain",
      "ledger_signing",
      "closed_month",
      "document_number",
      "invoice",
      "invoice_payment",
      "former_organization",
      "plan",
      "subscription_term",
      "subscription_span",
      "stripe_customer",
      "stripe_event",
      "stripe_meter_batch",
    ],
    until: "bookkeeping",
  },
  audit_entry: { tables: ["audit_event", "restore"], until: "bookkeeping" },
  log: { tables: [], until: "operator" },
} as const satisfies Record<string, Stored>;

export type StoredName = keyof typeof RETENTION;

/** Names the words of `until`, under `retention.until`, and their numbers. */
export function untilWords(until: Until) {
  if (typeof until === "string") return { key: until, values: {} } as const;
  if ("hours" in until) return { key: "hours", values: { count: until.hours } } as const;
  return { key: until.afterExpiry ? "days_after_expiry" : "days", values: { count: until.days } } as const;
}
