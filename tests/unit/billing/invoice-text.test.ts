import { expect, test } from "vitest";
import { documentText, type NumberedDocument } from "#lib/billing/invoice-text.rules.ts";

const INVOICE: NumberedDocument = {
  id: "document",
  number: 12,
  prefix: "AGE-",
  taxName: "VAT",
  kind: "invoice",
  organizationId: "organization",
  period: "2026-11-01",
  creditsId: null,
  reason: null,
  issuedAt: new Date("2026-12-01T00:00:00.123Z"),
  dueOn: "2026-12-15",
  currency: "EUR",
  lines: '[{"kind":"fee"}]',
  netMinor: 100,
  taxBasisPoints: 2_500,
  taxMinor: 25,
  totalMinor: 125,
  seller: "Operator\nStreet 1",
  billTo: "Shop",
  sealPosition: 7,
  sealDigest: Buffer.from("00ff", "hex"),
};

test("a digest covers a document as one line of JSON with every field, in one order for good", () => {
  expect(documentText(INVOICE)).toBe(
    '["document",12,"AGE-","VAT","invoice","organization","2026-11-01",null,null,"2026-12-01T00:00:00.123Z","2026-12-15",' +
      '"EUR","[{\\"kind\\":\\"fee\\"}]",100,2500,25,125,"Operator\\nStreet 1","Shop",7,"00ff"]',
  );
});

test("a credit note of a ledger without a seal says null where an invoice says something", () => {
  const credit = { kind: "credit_note", period: null, creditsId: "other", reason: "Wrong", sealDigest: null } as const;
  expect(documentText({ ...INVOICE, ...credit, sealPosition: 0 })).toBe(
    '["document",12,"AGE-","VAT","credit_note","organization",null,"other","Wrong","2026-12-01T00:00:00.123Z","2026-12-15",' +
      '"EUR","[{\\"kind\\":\\"fee\\"}]",100,2500,25,125,"Operator\\nStreet 1","Shop",0,null]',
  );
});

test("a change of any field changes what is covered", () => {
  const text = documentText(INVOICE);
  for (const field of Object.keys(INVOICE)) {
    const changed = field === "issuedAt" ? new Date(0) : field === "sealDigest" ? null : "changed";
    expect(documentText({ ...INVOICE, [field]: changed } as NumberedDocument), field).not.toBe(text);
  }
});
