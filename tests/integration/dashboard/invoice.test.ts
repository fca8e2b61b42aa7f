import { beforeAll, expect, test } from "vitest";
import { creditInvoice, markPaid } from "#lib/billing/corrections.ts";
import { csvOfDocument } from "#lib/billing/invoice-csv.ts";
import { readInvoice } from "#lib/billing/invoices.ts";
import { pdfOf } from "#lib/billing/pdf/invoice-pdf.ts";
import { openDashboard, textOf } from "#tests/support/dashboard.ts";
import { invoiceFor } from "#tests/support/invoice.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { signedIn } from "#tests/support/signed-in.ts";

const OPERATOR = { kind: "operator" } as const;

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
beforeAll(async () => {
  dashboard = await openDashboard();
});

async function shop() {
  const { id } = await newOrganization();
  const { cookie } = await signedIn({ of: id, role: "billing" });
  return { id, cookie, read: (number: number) => dashboard.get(addressOf(number), cookie) };
}

test.for(["pdf", "csv"] as const)("as %s it is a file with a plain name, which nobody keeps", async (form) => {
  const { id, cookie } = await shop();
  const number = await invoiceFor(id);
  const { status, headers } = await dashboard.get(`${addressOf(number)}/${form}`, cookie);
  const name = `invoice-${String(number).padStart(6, "0")}.${form}`;
  expect([status, headers.get("content-disposition")]).toEqual([200, `attachment; filename="${name}"`]);
  expect(headers.get("content-type")).toMatch(form === "pdf" ? /^application\/pdf$/ : /^text\/csv; charset=utf-8$/);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("the built server makes the very bytes that the source makes", async () => {
  const { id, cookie } = await shop();
  const number = await invoiceFor(id);
  const invoice = await readInvoice(OPERATOR, id, number);
  if (!invoice.ok) throw new Error(invoice.reason);
  const bytesOf = async (form: string) => {
    const answer = await fetch(`${dashboard.base}${addressOf(number)}/${form}`, { headers: { cookie } });
    return Buffer.from(await answer.arrayBuffer());
  };
  expect((await bytesOf("pdf")).equals(await pdfOf(invoice.document))).toBe(true);
  expect((await bytesOf("csv")).toString()).toBe(await csvOfDocument(invoice));
});

test("another organization's invoice is not there, in any form", async () => {
  const [theirs, mine] = [await shop(), await shop()];
  const number = await invoiceFor(theirs.id);
  for (const form of ["", "/pdf", "/csv", `/pdf?organization=${mine.id}`, `/csv?organization=${theirs.id}`])
    expect((await dashboard.get(`${addressOf(number)}${form}`, mine.cookie)).status, form).toBe(404);
});

test.for(["0", "-1", "1.5", "1e1", "abc", "999999999", "99999999999999999999", "1%00", "%31%20"])(
  "%s is no invoice's number, and nothing breaks",
  async (text) => {
    const { cookie } = await shop();
    for (const form of ["", "/pdf", "/csv"])
      expect((await dashboard.get(`/dashboard/billing/invoices/${text}${form}`, cookie)).status, form).toBe(404);
  },
);

test("the page is the document: a table whose every cell has its headers, and all its checks a link away", async () => {
  const { id, read } = await shop();
  const number = await invoiceFor(id);
  const { text } = await read(number);
  const invoice = await readInvoice(OPERATOR, id, number);
  if (!invoice.ok) throw new Error(invoice.reason);
  const { title, facts, seller, billTo, columns, rows, totals, notes } = invoice.document;
  const captions = [`What ${title} is made of`, `What ${title} comes to`];
  const tables = [captions[0], columns, rows, captions[1], totals];
  const words = [title, facts, "From", seller, "To", billTo, tables, notes].flat(3);
  expect(textOf(text)).toContain(words.join(" ").replaceAll("\u00A0", " "));
  expect([...text.matchAll(/<caption[^>]*>(.*?)<\/caption>/g)].map(([, caption]) => caption)).toEqual(captions);
  expect(text.match(/<th[^>]* scope="col"/g)).toHaveLength(columns.length);
  expect(text.match(/<th[^>]* scope="row"/g)).toHaveLength(rows.length + totals.length);
  expect(text).toContain(
    'href="/dashboard/billing/events?since=2026-09-01&amp;until=2026-09-30&amp;mode=live&amp;credits=without"',
  );
});

test("it says whether it is due, was due or was paid, and how to pay it until then", async () => {
  const { id, read } = await shop();
  const fresh = await invoiceFor(id);
  const old = await invoiceFor(id, { period: "2026-08-01", today: new Date("2026-01-01") });
  expect(textOf((await read(fresh)).text)).toMatch(/ Due \d+ \w{3} \d{4} /);
  expect(textOf((await read(old)).text)).toContain(" Overdue since 15 Jan 2026 ");
  const payCard = (number: number) => `Pay ${String(number).padStart(6, "0")} Amount`;
  expect(textOf((await read(old)).text)).toContain(payCard(old));
  await markPaid(OPERATOR, old, "bank");
  expect(textOf((await read(old)).text)).toMatch(/ Paid \d+ \w{3,4} \d{4} /);
  expect(textOf((await read(old)).text)).not.toContain(payCard(old));
});

test("an invoice and the credit note that takes it back lead to each other", async () => {
  const { id, read } = await shop();
  const number = await invoiceFor(id);
  const credited = await creditInvoice(OPERATOR, number, "Wrong price");
  const credit = credited.ok ? credited.issued.number : 0;
  const [invoice, note] = [await read(number), await read(credit)];
  expect(textOf(invoice.text)).toContain("Credited");
  expect(invoice.text).toContain(`href="${addressOf(credit)}"`);
  expect(note.text).toContain(`href="${addressOf(number)}"`);
  expect(textOf(note.text)).toContain("Reason Wrong price");
  for (const { text } of [invoice, note]) expect(textOf(text)).not.toMatch(/Pay \d{6} Amount/);
});

test("that it was paid later changes no file", async () => {
  const { id, cookie } = await shop();
  const number = await invoiceFor(id);
  const before = await dashboard.get(`${addressOf(number)}/pdf`, cookie);
  await markPaid(OPERATOR, number, "bank");
  expect((await dashboard.get(`${addressOf(number)}/pdf`, cookie)).text).toBe(before.text);
});

function addressOf(number: number): string {
  return `/dashboard/billing/invoices/${number}`;
}
