import {
  ACCENT,
  addElement,
  artifact,
  BOTTOM,
  draw,
  drawLine,
  type Element,
  heightOf,
  LEADING,
  MARGIN,
  type PdfPage,
  type Style,
  type TextPosition,
  WIDTH,
  write,
} from "./page.ts";

/** The first column describes the row; the others are numbers, `numberWidths` points wide. */
export type PdfTable = {
  columns: readonly string[];
  numberWidths: readonly number[];
  rows: readonly (readonly string[])[];
};

const TEXT: Style = { size: 9.5 };
const LABEL: Style = { size: 8.5, colour: "soft" };
const [ABOVE, BELOW] = [8, 8 - LEADING + 1];

/**
 * Draws a table over as many pages as it needs, with the column names on each. Leaves `below` points free under the last row.
 * pdfkit's own table cannot do this: it repeats no header, gives its cells no actual text, and puts borders into the cells' content.
 */
export function drawTable(page: PdfPage, parent: Element, table: PdfTable, top: number, below: number): number {
  const { columns, rows } = table;
  const element = addElement(page, parent, "Table");
  const head = addElement(page, addElement(page, element, "THead"), "TR");
  const body = addElement(page, element, "TBody");
  let y = drawRow(page, table, columns, top, LABEL, (...cell) => write(page, head, "TH", ...cell, "Column"));
  drawLine(page, y, { colour: ACCENT });
  for (const [n, row] of rows.entries()) {
    if (y + heightOfRow(page, table, row) + (n === rows.length - 1 ? below : 0) > BOTTOM) {
      page.addPage();
      artifact(page, "Pagination", () => {
        y = drawRow(page, table, columns, MARGIN.top - 20, LABEL, (...cell) => draw(page, ...cell));
      });
      drawLine(page, y, { colour: ACCENT });
    }
    const line = addElement(page, body, "TR");
    y = drawRow(page, table, row, y, TEXT, (text, place, style) =>
      style.isNumeric
        ? write(page, line, "TD", text, place, style)
        : write(page, line, "TH", text, place, style, "Row"),
    );
    drawLine(page, y);
  }
  return y;
}

function drawRow(
  page: PdfPage,
  { numberWidths }: PdfTable,
  cells: readonly string[],
  top: number,
  style: Style,
  drawCell: (text: string, place: TextPosition, style: Style) => void,
): number {
  const ends = cells.map((text, at) => {
    const [x, width] = [xOf(numberWidths, at), widthOf(numberWidths, at)];
    drawCell(text, { x, y: top + ABOVE, width }, styleOf(style, at));
    return page.y;
  });
  return Math.max(...ends) + BELOW;
}

function heightOfRow(page: PdfPage, { numberWidths }: PdfTable, cells: readonly string[]): number {
  const heights = cells.map((text, at) => heightOf(page, text, widthOf(numberWidths, at), styleOf(TEXT, at)));
  return Math.max(...heights) + ABOVE + BELOW;
}

function styleOf(style: Style, at: number): Style {
  return at === 0 ? style : { ...style, isNumeric: true };
}

function widthOf(numberWidths: readonly number[], at: number): number {
  return numberWidths[at - 1] ?? WIDTH - sum(numberWidths);
}

function xOf(numberWidths: readonly number[], at: number): number {
  return at === 0 ? MARGIN.side : MARGIN.side + WIDTH - sum(numberWidths.slice(at - 1));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
