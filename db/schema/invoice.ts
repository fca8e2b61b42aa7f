import { sql } from "drizzle-orm";
import { bigint, char, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { digest, isOneOf, moment } from "./columns.ts";
import { DOCUMENT_KINDS } from "./values.rules.ts";

/** The last number given to a document. Its row is the gate of numbering: a number is taken and used in one commit, or not taken. */
export const documentNumber = pgTable(
  "document_number",
  { series: text("series").primaryKey(), last: bigint("last", { mode: "number" }).notNull() },
  (t) => [check("document_number_does_not_fall", sql`${t.last} >= 0`)],
);

/** Invoices and credit notes, as they were issued: nothing of them is ever changed. Outlives the organization. */
export const invoice = pgTable(
  "invoice",
  {
    id: uuid("id").primaryKey(),
    number: bigint("number", { mode: "number" }).notNull().unique(),
    /** What stood before the number, and what the tax was called, on the day of issue. */
    prefix: text("prefix").notNull(),
    taxName: text("tax_name").notNull(),
    kind: text("kind", { enum: DOCUMENT_KINDS }).notNull(),
    organizationId: uuid("organization_id").notNull(),
    /** The first day of the UTC month that it closes; null: a credit note for one invoice. */
    period: date("period", { mode: "string" }),
    /** The invoice that a credit note takes back. */
    creditsId: uuid("credits_id"),
    reason: text("reason"),
    issuedAt: moment("issued_at").notNull(),
    dueOn: date("due_on", { mode: "string" }).notNull(),
    currency: char("currency", { length: 3 }).notNull(),
    /** JSON, as `lib/billing/invoice.rules.ts` writes it: computed again from the ledger, it is the same to the byte. */
    lines: text("lines").notNull(),
    netMinor: bigint("net_minor", { mode: "number" }).notNull(),
    taxBasisPoints: integer("tax_basis_points").notNull(),
    taxMinor: bigint("tax_minor", { mode: "number" }).notNull(),
    totalMinor: bigint("total_minor", { mode: "number" }).notNull(),
    /** Name and address, as lines ended by \n, on the day of issue. */
    seller: text("seller").notNull(),
    billTo: text("bill_to").notNull(),
    /** The ledger's chain as it stood then: what was sealed up to here cannot change without this paper saying so. */
    sealPosition: bigint("seal_position", { mode: "number" }).notNull(),
    sealDigest: digest("seal_digest"),
    /** SHA-256 over the digest of the document before it and all that stands here: documents are a chain, too. */
    digest: digest("digest").notNull(),
  },
  (t) => [
    uniqueIndex("invoice_once_per_month").on(t.organizationId, t.period).where(sql`${t.period} is not null`),
    uniqueIndex("invoice_credited_once").on(t.creditsId).where(sql`${t.creditsId} is not null`),
    index("invoice_by_organization").on(t.organizationId, t.number),
    check("invoice_kind_is_known", isOneOf(t.kind, DOCUMENT_KINDS)),
    check("invoice_number_counts_from_one", sql`${t.number} >= 1`),
    check("invoice_adds_up", sql`${t.totalMinor} = ${t.netMinor} + ${t.taxMinor}`),
    check("invoice_is_for_a_month_or_a_credit", sql`(${t.period} is null) = (${t.creditsId} is not null)`),
    check("invoice_period_is_a_month", sql`extract(day from ${t.period}) = 1`),
  ],
);

/** That an invoice was paid, and how one knows. */
export const invoicePayment = pgTable("invoice_payment", {
  invoiceId: uuid("invoice_id")
    .primaryKey()
    .references(() => invoice.id),
  paidAt: moment("paid_at").notNull().defaultNow(),
  actor: text("actor").notNull(),
  note: text("note").notNull(),
});

/** UTC months of which every organization has its invoice. */
export const closedMonth = pgTable("closed_month", {
  period: date("period", { mode: "string" }).primaryKey(),
  closedAt: moment("closed_at").notNull().defaultNow(),
});

/** What an invoice must still say of an organization that is gone. */
export const formerOrganization = pgTable("former_organization", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  legalAddress: text("legal_address"),
  deletedAt: moment("deleted_at").notNull().defaultNow(),
});
