import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Document } from "#lib/billing/invoice-document.rules.ts";
import { pdfOf } from "#lib/billing/pdf/invoice-pdf.ts";
import { elementsOf, factsOf, pagesOf, textPieces } from "#tests/support/pdf.ts";

const INVOICE: Document = {
  name: "invoice-000012",
  number: "000012",
  title: "Invoice 000012",
  issuedAt: new Date("2026-12-01T00:05:00Z"),
  facts: [
    ["Issued", "1 December 2026"],
    ["For", "November 2026"],
  ],
  seller: ["Operator", "Street 1", "1000 City"],
  billTo: ["Łódź Øl & Würste ß", "Ågade 12, ő č", "Ţîrgu, Ħal, Ķegums, Þórshöfn"],
  columns: ["Description", "Quantity", "Unit price", "Amount"],
  rows: [
    ["Monthly fee, Starter", "1", "€29.00", "€29.00"],
    ["Age checks with eID B", "1,204", "€0.12", "€144.48"],
    ["Credited: Age checks with eID B", "2", "−€0.12", "−€0.24"],
  ],
  totals: [
    ["Net", "€173.24"],
    ["VAT 25 %", "€43.31"],
    ["Total", "€216.55"],
  ],
  notes: ["Ledger sealed up to row 3,421: 9f9f"],
};

const wordsIn = ({ title, facts, seller, billTo, columns, rows, totals, notes }: Document) =>
  [title, facts, "From", seller, "To", billTo, columns, rows, totals, notes].flat(2);

const pdf = await pdfOf(INVOICE);

test("it is a tagged A4 that says what it is, when it was issued and that it keeps PDF/UA-1", async () => {
  const { xmp, ...facts } = await factsOf(pdf);
  expect(facts).toEqual({
    title: "Invoice 000012",
    created: "D:20261201000500Z",
    language: "en",
    isTagged: true,
    size: [595.28, 841.89],
  });
  expect(xmp).toMatch(/<pdfuaid:part>1<.*<dc:title>.*Invoice 000012</s);
  expect(["/Lang (en)", "/DisplayDocTitle true"].filter((entry) => !pdf.includes(entry))).toEqual([]);
});

test("whoever listens hears all of it, once and in order, and nothing else", async () => {
  const texts = (await elementsOf(pdf)).flatMap(({ text }) => text || []);
  expect(texts).toEqual(wordsIn(INVOICE));
});

test("headings are headings, and every cell of a table has its headers", async () => {
  const elements = await elementsOf(pdf);
  const texts = (type: string, scope: string | null = null) =>
    elements.filter((one) => one.type === type && one.scope === scope && one.text).map(({ text }) => text);
  expect(texts("H1")).toEqual(["Invoice 000012"]);
  expect(texts("H2")).toEqual(["From", "To"]);
  expect(texts("Lbl")).toEqual(["Issued", "For"]);
  expect(texts("TH", "Column")).toEqual(INVOICE.columns);
  expect(texts("TH", "Row")).toEqual([...INVOICE.rows, ...INVOICE.totals].map(([name]) => name));
  expect(texts("TD")).toEqual([
    ...INVOICE.rows.flatMap(([, ...cells]) => cells),
    ...INVOICE.totals.map(([, sum]) => sum),
  ]);
  expect(texts("TH")).toEqual([]);
});

test("every word is also on the paper, with the number of the sheet", async () => {
  const [page = ""] = await pagesOf(pdf);
  for (const words of wordsIn(INVOICE)) expect(page).toContain(words);
  expect(page).toMatch(/Invoice 000012 +Page 1 of 1/);
});

test("all that is drawn is either of the structure or an artifact", async () => {
  const many = await pdfOf({ ...INVOICE, rows: Array(120).fill(INVOICE.rows[1]) });
  const drawn = contentsOf(many).join("\n").split("\n");
  expect(drawn.filter((line) => / (Tj|TJ)$/.test(line)).length).toBeGreaterThan(480);
  let [depth, loose] = [0, [] as string[]];
  for (const line of drawn) {
    if (/ (BDC|BMC)$/.test(line)) depth += 1;
    if (line === "EMC") depth -= 1;
    if (/(^| )(Tj|TJ|S|f|B)$/.test(line) && depth !== 1) loose = [...loose, line];
  }
  expect([depth, loose]).toEqual([0, []]);
});

test("its fonts are in the file, with what each shape means", () => {
  const objects = pdf.toString("latin1").split("endobj");
  const fonts = objects.filter((one) => one.includes("/Subtype /Type0"));
  expect(fonts.map((font) => /\/BaseFont \/\w{6}\+(Inter-\w+)/.exec(font)?.[1])).toEqual([
    "Inter-SemiBold",
    "Inter-Regular",
  ]);
  for (const font of fonts) expect(font).toMatch(/\/Encoding \/Identity-H.*\/ToUnicode \d+ 0 R/s);
  expect(objects.filter((one) => one.includes("/FontFile2"))).toHaveLength(2);
});

test("the same document is the same file to the byte, and another is another", async () => {
  expect((await pdfOf(structuredClone(INVOICE))).equals(pdf)).toBe(true);
  expect((await pdfOf({ ...INVOICE, notes: [] })).equals(pdf)).toBe(false);
});

test("what was written before in the same process changes nothing", async () => {
  // These share their shapes with others, or are parts of them.
  await pdfOf({ ...INVOICE, title: "ʼ ˮ ẽ ƒ", seller: ["ʼ 4x4"], billTo: ["ˮ ǫ ȟ"] });
  const next = await pdfOf({ ...INVOICE, billTo: ["D’Été ” 4×4 o h"] });
  expect((await pagesOf(next))[0]).toContain("D’Été ” 4×4 o h");
  expect((await pdfOf(INVOICE)).equals(pdf)).toBe(true);
});

test("many lines go on over many sheets, each of which names the columns; whoever listens hears them once", async () => {
  const rows = Array.from({ length: 120 }, (_, n) => [`Line ${n}.`, "1", "€0.12", `€${n}.00`]);
  const long = await pdfOf({ ...INVOICE, rows });
  const pages = await pagesOf(long);
  expect(pages.length).toBeGreaterThan(3);
  for (const [n, page] of pages.entries()) {
    expect(page).toMatch(/Description +Quantity +Unit price +Amount\n/);
    expect(page).toContain(`Page ${n + 1} of ${pages.length}`);
  }
  expect([...pages.join("\n").matchAll(/Line (\d+)\./g)].map(([, n]) => Number(n))).toEqual([...rows.keys()]);
  expect((await elementsOf(long)).flatMap(({ text }) => text || [])).toEqual(wordsIn({ ...INVOICE, rows }));
});

test("the sums never stand alone on a sheet, however many lines there are", async () => {
  for (let length = 8; length <= 26; length += 1) {
    const rows = Array.from({ length }, (_, n) => [`Line ${n}.`, "1", "€0.12", "€1.00"]);
    const last = (await pagesOf(await pdfOf({ ...INVOICE, rows }))).find((page) => page.includes("Total "));
    expect(last, `${length} lines`).toContain(`Line ${length - 1}.`);
  }
});

test("numbers end together, at the right of the sheet", async () => {
  const ends = (await textPieces(pdf)).filter(({ text }) =>
    /^(€29.00|€144.48|−€0.24|€173.24|€43.31|€216.55|Amount)$/.test(text),
  );
  const rightmost = Math.max(...ends.map(({ xMax }) => xMax));
  const amounts = ends.filter(({ xMax }) => rightmost - xMax < 1).map(({ text }) => text);
  expect(amounts).toEqual(["Amount", "€29.00", "€144.48", "−€0.24", "€173.24", "€43.31", "€216.55"]);
});

test.for([
  ["controls", "Sh\u0000op\u0007\u001b[2J", "Shop[2J"],
  ["marks of direction", "Shop \u200f\u202eABC", "Shop ABC"],
  ["what PDF itself is written in", "(Shop\\) /Type <<>> %% endobj", "(Shop\\) /Type <<>> %% endobj"],
  ["markup", "</rdf:RDF>&<b>Shop", "</rdf:RDF>&<b>Shop"],
  ["parts of letters", "A\u030agade", "Ågade"],
  ["scripts that the font does not know", "東京 Shop", "□□ Shop"],
] as const)("%s do no harm on paper", async ([, name, shown]) => {
  const strange = await pdfOf({ ...INVOICE, billTo: [name] });
  expect((await pagesOf(strange))[0]).toContain(shown);
});

test("a script that the font does not know is still heard", async () => {
  expect((await pdfOf({ ...INVOICE, billTo: ["東京"] })).includes(Buffer.from("東京", "utf16le").swap16())).toBe(true);
});

test("nothing leaves the paper, however long a word or large an amount is", async () => {
  const word = "Donaudampfschifffahrt".repeat(24);
  const wide = await pdfOf({
    ...INVOICE,
    facts: [["Reason", word]],
    seller: [word],
    billTo: [word],
    rows: [[word, "9,999,999,999", "€99,999,999,999.99", "€99,999,999,999.99"]],
    totals: [[word.slice(0, 20), "€99,999,999,999.99"]],
    notes: [word],
  });
  const words = await textPieces(wide);
  expect(Math.min(...words.map(({ xMin }) => xMin))).toBeGreaterThan(59);
  expect(Math.max(...words.map(({ xMax }) => xMax))).toBeLessThan(536);
  expect(Math.max(...words.map(({ y }) => y))).toBeLessThan(842);
  expect((await pagesOf(wide)).join("").replaceAll(/\s/g, "")).toContain("€99,999,999,999.99");
});

test("without a seller nobody is named as one, and without lines there are still the sums", async () => {
  const bare = await pdfOf({ ...INVOICE, seller: [], rows: [] });
  expect((await elementsOf(bare)).filter(({ type }) => type === "H2")).toEqual([
    { type: "H2", scope: null, text: "To" },
  ]);
  expect((await pagesOf(bare))[0]).toContain("€216.55");
});

/** The drawing of each sheet, as PDF's operators. */
function contentsOf(file: Buffer): string[] {
  const text = file.toString("latin1");
  return [...text.matchAll(/\/Filter \/FlateDecode\s*>>\s*stream\r?\n/g)]
    .map(({ 0: { length }, index }) => inflateSync(file.subarray(index + length)).toString("latin1"))
    .filter((content) => content.includes(" BDC"));
}
