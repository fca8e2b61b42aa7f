import { sql } from "drizzle-orm";
import { bigint, char, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { digest, isOneOf, moment } from "./columns.ts";
import { DOCUMENT_KINDS } from "./values.rules.ts";

/** The last number of a series of documents. Its row is the lock of numbering: one commit takes a number and uses it. */
export const documentNumber = pgTable(
  "document_number",
  { series: text("series").primaryKey(), last: bigint("last", { mode: "number" }).notNull() },
  (t) => [check("document_number_does_not_fall", sql`${t.last} >= 0`)],
);

/** Invoices and credit notes as they were issued. No row ever changes. Outlives the organization. */
export const invoice = pgTable(
  "invoice",
  {
    id: uuid("id").primaryKey(),
    number: bigint("number", { mode: "number" }).notNull().unique(),
    /** The prefix of the number and the name of the tax, as configured on the day of issue. */
    prefix: text("prefix").notNull(),
    taxName: text("tax_name").notNull(),
    kind: text("kind", { enum: DOCUMENT_KINDS }).notNull(),
    organizationId: uuid("organization_id").notNull(),
    /** The first day of the UTC month that it closes; null: a credit note of one invoice. */
    period: date("period", { mode: "string" }),
    /** The invoice that a credit note reverses. */
    creditsId: uuid("credits_id"),
    reason: text("reason"),
    issuedAt: moment("issued_at").notNull(),
    dueOn: date("due_on", { mode: "string" }).notNull(),
    currency: char("currency", { length: 3 }).notNull(),
    /** JSON as `lib/billing/invoice.rules.ts` writes it. Computed again from the ledger, it is the same to the byte. */
    lines: text("lines").notNull(),
    netMinor: bigint("net_minor", { mode: "number" }).notNull(),
    taxBasisPoints: integer("tax_basis_points").notNull(),
    taxMinor: bigint("tax_minor", { mode: "number" }).notNull(),
    totalMinor: bigint("total_minor", { mode: "number" }).notNull(),
    /** Name and address, as lines ended by \n, on the day of issue. */
    seller: text("seller").notNull(),
    billTo: text("bill_to").notNull(),
    /** The end of the ledger's chain at issue: a change of a row sealed before it no longer matches this document. */
    sealPosition: bigint("seal_position", { mode: "number" }).notNull(),
    sealDigest: digest("seal_digest"),
    /** SHA-256 over the digest of the document before and all columns of this one, so documents form a chain too. */
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

/** When an invoice was paid, who recorded it, and how they know. */
export const invoicePayment = pgTable("invoice_payment", {
  invoiceId: uuid("invoice_id")
    .primaryKey()
    .references(() => invoice.id),
  paidAt: moment("paid_at").notNull().defaultNow(),
  actor: text("actor").notNull(),
  note: text("note").notNull(),
});

/** UTC months for which all invoices were issued. */
export const closedMonth = pgTable("closed_month", {
  period: date("period", { mode: "string" }).primaryKey(),
  closedAt: moment("closed_at").notNull().defaultNow(),
});

/** Holds what invoices must still say of a deleted organization. */
export const formerOrganization = pgTable("former_organization", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  legalAddress: text("legal_address"),
  vatNumber: text("vat_number"),
  deletedAt: moment("deleted_at").notNull().defaultNow(),
});
