import { once } from "node:events";
import PDFDocument from "pdfkit";
import { canWrite, type FontName, fileOf } from "./font.ts";

/** Colours of the dashboard's light scheme: they hold their contrast on white paper too. */
const COLOURS = { ink: "#17211c", soft: "#4c5a53" } as const;
const LINE = "#dfe4e0";
export const ACCENT = "#0b5d46";

/** In points, of which an inch has 72. */
const A4 = { width: 595.28, height: 841.89 };
export const MARGIN = { top: 64, bottom: 72, side: 60 };
export const WIDTH = A4.width - 2 * MARGIN.side;
export const BOTTOM = A4.height - MARGIN.bottom;
/** Under every line of text. */
export const LINE_GAP = 3;

export type PdfPage = PDFKit.PDFDocument;
export type Element = PDFKit.PDFStructureElement;

/** `isNumeric`: digits of one width, to the right. */
export type Style = {
  size: number;
  font?: FontName;
  colour?: keyof typeof COLOURS;
  isNumeric?: boolean;
};

/** Where a text stands: lines break at the width. */
export type TextPosition = { x: number; y: number; width: number };

/**
 * A4 that tells a machine what everything on it is (PDF/UA-1, ISO 14289-1): whatever is written is an element of the
 * structure, in reading order, or an artifact. Same words, same moment, same bytes.
 */
export function newPdfPage({ title, at }: { title: string; at: Date }): { page: PdfPage; root: Element } {
  const page = new PDFDocument({
    size: [A4.width, A4.height],
    margins: { top: MARGIN.top, bottom: MARGIN.bottom, left: MARGIN.side, right: MARGIN.side },
    // None yet: the usual one is not embedded.
    font: "",
    pdfVersion: "1.7",
    tagged: true,
    lang: "en",
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Creator: "Ageway", CreationDate: at },
  });
  for (const name of ["regular", "bold"] as const) page.registerFont(name, fileOf(name));
  // Its own option for this would also list the characters of each font, and leave out those that others are made of.
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

/** Writes a text as an element; says where it ends. `scope`: of a header, what it is the header of. */
export function write(
  page: PdfPage,
  parent: Element,
  type: string,
  text: string,
  place: TextPosition,
  style: Style,
  scope?: "Column" | "Row",
): number {
  const meant = text.replaceAll(/\p{Cc}/gu, "");
  const options: { actual?: string; scope?: string } = {
    ...(drawable(page, text, style) !== meant && { actual: meant }),
    ...(scope && { scope }),
  };
  parent.add(page.struct(type, options, () => draw(page, text, place, style)));
  return page.y;
}

/** What only repeats or adorns: nobody is read it aloud. */
export function artifact(page: PdfPage, type: "Pagination" | "Layout", work: () => void): void {
  page.markContent("Artifact", { type });
  work();
  page.endMarkedContent();
}

export function rule(page: PdfPage, y: number, { x = MARGIN.side, width = WIDTH, colour = LINE, weight = 0.75 } = {}) {
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

/** The whole file, once nothing is added any more. */
export async function bytesOf(page: PdfPage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  page.on("data", (chunk: Buffer) => chunks.push(chunk));
  page.end();
  await once(page, "end");
  return Buffer.concat(chunks);
}

function layoutOf({ isNumeric }: Style): PDFKit.Mixins.TextOptions {
  return { lineGap: LINE_GAP, ...(isNumeric && { align: "right", features: ["tnum"] }) };
}

/** Sets the font. What it has no shape for is a box, and the structure keeps what was meant; what nobody sees is left out. */
function drawable(page: PdfPage, text: string, { size, font = "regular" }: Style): string {
  page.font(font, size);
  const seen = text.normalize("NFC").replaceAll(/\p{C}/gu, "");
  return Array.from(seen, (character) => (canWrite(font, character) ? character : "□")).join("");
}
