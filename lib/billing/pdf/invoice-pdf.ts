import type { Document } from "../invoice-document.rules.ts";
import {
  ACCENT,
  addElement,
  adorn,
  BOTTOM,
  bytesOf,
  draw,
  type Element,
  heightOf,
  MARGIN,
  newPaper,
  type Paper,
  rule,
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
/** Of the sheet's two columns. */
const [GAP, HALF] = [24, (WIDTH - 24) / 2];
const TOTALS = { above: 10, row: 20, aboveLast: 10 };

/** The same words as the page, on A4, tagged; the same bytes for the same document. */
export async function pdfOf(document: Document): Promise<Buffer> {
  const { paper, root } = newPaper({ title: document.title, at: document.issuedAt });
  let y = drawHead(paper, root, document);
  y = drawParties(paper, root, document, y + 28);
  y = drawTable(paper, root, { ...document, numberWidths: NUMBER_WIDTHS }, y + 28, heightOfTotals(document));
  y = drawTotals(paper, root, document, y);
  drawNotes(paper, root, document, y + 36);
  numberSheets(paper, document);
  return bytesOf(paper);
}

function drawHead(paper: Paper, root: Element, { title, facts }: Document): number {
  adorn(paper, "Layout", () => paper.rect(X, MARGIN.top - 20, 28, 4).fill(ACCENT));
  let y = write(paper, root, "H1", title, { x: X, y: MARGIN.top, width: WIDTH }, TITLE) + 14;
  const list = addElement(paper, root, "L");
  for (const [label, value] of facts) {
    const item = addElement(paper, list, "LI");
    write(paper, item, "Lbl", label, { x: X, y: y + 1, width: LABEL_WIDTH }, LABEL);
    y = write(paper, item, "LBody", value, { x: X + LABEL_WIDTH, y, width: WIDTH - LABEL_WIDTH }, TEXT) + 1;
  }
  return y;
}

/** Beside each other; whoever has no name is left out. */
function drawParties(paper: Paper, root: Element, { seller, buyer }: Document, top: number): number {
  const named = [
    { label: "From", lines: seller },
    { label: "To", lines: buyer },
  ].filter(({ lines }) => lines.length > 0);
  const ends = named.map(({ label, lines }, n) => {
    const [part, x] = [addElement(paper, root, "Sect"), X + n * (HALF + GAP)];
    let y = write(paper, part, "H2", label, { x, y: top, width: HALF }, LABEL) + 3;
    for (const [at, line] of lines.entries())
      y = write(paper, part, "P", line, { x, y, width: HALF }, at === 0 ? NAME : TEXT);
    return y;
  });
  return Math.max(top, ...ends);
}

/** In the right column; the last of them is what it all comes to. */
function drawTotals(paper: Paper, root: Element, { totals }: Document, top: number): number {
  const table = addElement(paper, root, "Table");
  const [x, width] = [X + HALF + GAP, HALF];
  let y = top + TOTALS.above;
  for (const [n, [label, value]] of totals.entries()) {
    const isLast = n === totals.length - 1;
    const [line, style] = [addElement(paper, table, "TR"), isLast ? SUM : TEXT];
    if (isLast) {
      rule(paper, y + TOTALS.aboveLast / 2, { x, width, colour: ACCENT });
      y += TOTALS.aboveLast;
    }
    write(paper, line, "TH", label, { x, y: y + 4, width: width / 2 }, style, "Row");
    write(paper, line, "TD", value, { x, y: y + 4, width }, { ...style, isNumeric: true });
    y += TOTALS.row;
  }
  return y;
}

function heightOfTotals({ totals }: Document): number {
  return TOTALS.above + TOTALS.aboveLast + totals.length * TOTALS.row;
}

function drawNotes(paper: Paper, root: Element, { notes }: Document, top: number): void {
  let y = top;
  for (const note of notes) {
    if (y + heightOf(paper, note, WIDTH, LABEL) > BOTTOM) {
      paper.addPage();
      y = MARGIN.top;
    }
    y = write(paper, root, "P", note, { x: X, y, width: WIDTH }, LABEL) + 2;
  }
}

function numberSheets(paper: Paper, { title }: Document): void {
  const { count } = paper.bufferedPageRange();
  for (let sheet = 0; sheet < count; sheet += 1) {
    paper.switchToPage(sheet);
    const place = { x: X, y: BOTTOM + 24, width: WIDTH };
    adorn(paper, "Pagination", () => {
      draw(paper, title, place, LABEL);
      draw(paper, `Page ${sheet + 1} of ${count}`, place, { ...LABEL, isNumeric: true });
    });
  }
}
