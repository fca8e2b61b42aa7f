import type { Document } from "../invoice-document.rules.ts";
import {
  ACCENT,
  addElement,
  artifact,
  BOTTOM,
  bytesOf,
  draw,
  drawLine,
  type Element,
  heightOf,
  MARGIN,
  newPdfPage,
  type PdfPage,
  type Style,
  WIDTH,
  write,
} from "./page.ts";
import { drawTable } from "./table.ts";

const TITLE: Style = { size: 24, font: "bold" };
const LABEL: Style = { size: 8.5, colour: "soft" };
const TEXT: Style = { size: 9.5 };
const NAME: Style = { size: 9.5, font: "bold" };
const SUM: Style = { size: 12, font: "bold" };

const X = MARGIN.side;
const LABEL_WIDTH = 84;
const NUMBER_WIDTHS = [60, 90, 100];
const [COLUMN_SPACING, HALF] = [24, (WIDTH - 24) / 2];
const TOTALS = { above: 10, row: 20, aboveLast: 10 };

/** Makes a tagged A4 file with the same words as the page. The same document always gives the same bytes. */
export async function pdfOf(document: Document): Promise<Buffer> {
  const { page, root } = newPdfPage({ title: document.title, at: document.issuedAt });
  let y = drawHead(page, root, document);
  y = drawParties(page, root, document, y + 28);
  y = drawTable(page, root, { ...document, numberWidths: NUMBER_WIDTHS }, y + 28, heightOfTotals(document));
  y = drawTotals(page, root, document, y);
  drawNotes(page, root, document, y + 36);
  numberPages(page, document);
  return bytesOf(page);
}

function drawHead(page: PdfPage, root: Element, { title, facts }: Document): number {
  artifact(page, "Layout", () => page.rect(X, MARGIN.top - 20, 28, 4).fill(ACCENT));
  let y = write(page, root, "H1", title, { x: X, y: MARGIN.top, width: WIDTH }, TITLE) + 14;
  const list = addElement(page, root, "L");
  for (const [label, value] of facts) {
    const item = addElement(page, list, "LI");
    write(page, item, "Lbl", label, { x: X, y: y + 1, width: LABEL_WIDTH }, LABEL);
    y = write(page, item, "LBody", value, { x: X + LABEL_WIDTH, y, width: WIDTH - LABEL_WIDTH }, TEXT) + 1;
  }
  return y;
}

/** Draws seller and bill-to beside each other. A party without lines is left out. */
function drawParties(page: PdfPage, root: Element, { seller, billTo }: Document, top: number): number {
  const parties = [
    { label: "From", lines: seller },
    { label: "To", lines: billTo },
  ].filter(({ lines }) => lines.length > 0);
  const ends = parties.map(({ label, lines }, n) => {
    const [part, x] = [addElement(page, root, "Sect"), X + n * (HALF + COLUMN_SPACING)];
    let y = write(page, part, "H2", label, { x, y: top, width: HALF }, LABEL) + 3;
    for (const [at, line] of lines.entries())
      y = write(page, part, "P", line, { x, y, width: HALF }, at === 0 ? NAME : TEXT);
    return y;
  });
  return Math.max(top, ...ends);
}

/** Draws them in the right column; the last row is the total. */
function drawTotals(page: PdfPage, root: Element, { totals }: Document, top: number): number {
  const table = addElement(page, root, "Table");
  const [x, width] = [X + HALF + COLUMN_SPACING, HALF];
  let y = top + TOTALS.above;
  for (const [n, [label, value]] of totals.entries()) {
    const isLast = n === totals.length - 1;
    const [line, style] = [addElement(page, table, "TR"), isLast ? SUM : TEXT];
    if (isLast) {
      drawLine(page, y + TOTALS.aboveLast / 2, { x, width, colour: ACCENT });
      y += TOTALS.aboveLast;
    }
    write(page, line, "TH", label, { x, y: y + 4, width: width / 2 }, style, "Row");
    write(page, line, "TD", value, { x, y: y + 4, width }, { ...style, isNumeric: true });
    y += TOTALS.row;
  }
  return y;
}

function heightOfTotals({ totals }: Document): number {
  return TOTALS.above + TOTALS.aboveLast + totals.length * TOTALS.row;
}

function drawNotes(page: PdfPage, root: Element, { notes }: Document, top: number): void {
  let y = top;
  for (const note of notes) {
    if (y + heightOf(page, note, WIDTH, LABEL) > BOTTOM) {
      page.addPage();
      y = MARGIN.top;
    }
    y = write(page, root, "P", note, { x: X, y, width: WIDTH }, LABEL) + 2;
  }
}

function numberPages(page: PdfPage, { title }: Document): void {
  const { count } = page.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    page.switchToPage(index);
    const place = { x: X, y: BOTTOM + 24, width: WIDTH };
    artifact(page, "Pagination", () => {
      draw(page, title, place, LABEL);
      draw(page, `Page ${index + 1} of ${count}`, place, { ...LABEL, isNumeric: true });
    });
  }
}
