import { once } from "node:events";
import { join } from "node:path";
import { type Font, openSync } from "fontkit";
import PDFDocument from "pdfkit";

/** The standard fonts of PDF are not embedded and lack the letters of Central and Eastern Europe. Inter has all of Europe's. */
const FILES = {
  regular: "400Regular/Inter_400Regular.ttf",
  bold: "600SemiBold/Inter_600SemiBold.ttf",
} as const;

type FontName = keyof typeof FILES;

/** Takes the colours of the dashboard's light scheme, which have enough contrast on white paper. */
const COLOURS = { ink: "#17211c", soft: "#4c5a53" } as const;
const LINE = "#dfe4e0";
export const ACCENT = "#0b5d46";

/** Counts points: 72 per inch. */
const A4 = { width: 595.28, height: 841.89 };
export const MARGIN = { top: 64, bottom: 72, side: 60 };
export const WIDTH = A4.width - 2 * MARGIN.side;
export const BOTTOM = A4.height - MARGIN.bottom;
/** In points, under every line of text. */
export const LEADING = 3;

export type PdfPage = PDFKit.PDFDocument;
export type Element = PDFKit.PDFStructureElement;

/** `isNumeric`: right-aligned, with digits of one width. */
export type Style = {
  size: number;
  font?: FontName;
  colour?: keyof typeof COLOURS;
  isNumeric?: boolean;
};

/** Where a text begins, and the width at which its lines break; in points. */
export type TextPosition = { x: number; y: number; width: number };

/** Makes an A4 document for screen readers too (PDF/UA-1, ISO 14289-1). The same words give the same bytes. */
export function newPdfPage({ title, at }: { title: string; at: Date }): { page: PdfPage; root: Element } {
  const page = new PDFDocument({
    size: [A4.width, A4.height],
    margins: { top: MARGIN.top, bottom: MARGIN.bottom, left: MARGIN.side, right: MARGIN.side },
    // No default font: pdfkit's is not embedded.
    font: "",
    pdfVersion: "1.7",
    tagged: true,
    lang: "en",
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Creator: "Ageway", CreationDate: at },
  });
  for (const name of ["regular", "bold"] as const) page.registerFont(name, fileOf(name));
  // pdfkit's own `subset: "PDF/UA"` would also write a CIDSet per font, which lacks the parts of composite glyphs.
  page.appendXML(
    '<rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about=""><pdfuaid:part>1</pdfuaid:part></rdf:Description>',
  );
  const root = page.struct("Document");
  page.addStructure(root);
  return { page, root };
}

export function addElement(page: PdfPage, parent: Element, type: string): Element {
  const element = page.struct(type);
  parent.add(element);
  return element;
}

/** Writes a text as an element and returns the y where it ends. `scope`: whether a header cell heads its column or its row. */
export function write(
  page: PdfPage,
  parent: Element,
  type: string,
  text: string,
  place: TextPosition,
  style: Style,
  scope?: "Column" | "Row",
): number {
  const readable = text.replaceAll(/\p{Cc}/gu, "");
  const options: { actual?: string; scope?: string } = {
    ...(drawable(page, text, style) !== readable && { actual: readable }),
    ...(scope && { scope }),
  };
  parent.add(page.struct(type, options, () => draw(page, text, place, style)));
  return page.y;
}

/** Marks decoration and repetition as a PDF artifact; screen readers skip it. */
export function artifact(page: PdfPage, type: "Pagination" | "Layout", work: () => void): void {
  page.markContent("Artifact", { type });
  work();
  page.endMarkedContent();
}

export function drawLine(
  page: PdfPage,
  y: number,
  { x = MARGIN.side, width = WIDTH, colour = LINE, weight = 0.75 } = {},
) {
  artifact(page, "Layout", () =>
    page
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(weight)
      .stroke(colour),
  );
}

export function draw(page: PdfPage, text: string, { x, y, width }: TextPosition, style: Style): void {
  const shown = drawable(page, text, style);
  page.fillColor(COLOURS[style.colour ?? "ink"]).text(shown, x, y, { width, height: A4.height, ...layoutOf(style) });
}

export function heightOf(page: PdfPage, text: string, width: number, style: Style): number {
  return page.heightOfString(drawable(page, text, style), { width, ...layoutOf(style) });
}

export async function bytesOf(page: PdfPage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  page.on("data", (chunk: Buffer) => chunks.push(chunk));
  page.end();
  await once(page, "end");
  return Buffer.concat(chunks);
}

function layoutOf({ isNumeric }: Style): PDFKit.Mixins.TextOptions {
  return { lineGap: LEADING, ...(isNumeric && { align: "right", features: ["tnum"] }) };
}

/** Sets the font and returns the text with a box for each character that the font lacks, and without invisible characters. */
function drawable(page: PdfPage, text: string, { size, font = "regular" }: Style): string {
  page.font(font, size);
  const visible = text.normalize("NFC").replaceAll(/\p{C}/gu, "");
  return Array.from(visible, (character) => (canWrite(font, character) ? character : "□")).join("");
}

function fileOf(name: FontName): string {
  return join(process.cwd(), "node_modules/@expo-google-fonts/inter", FILES[name]);
}

const opened = new Map<FontName, Font>();

/** Uses a font object of its own: one that also wrote documents would change the bytes of the next document. */
function canWrite(name: FontName, character: string): boolean {
  const font = opened.get(name) ?? (openSync(fileOf(name)) as Font);
  opened.set(name, font);
  return font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
}
