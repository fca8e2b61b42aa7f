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

export type Paper = PDFKit.PDFDocument;
export type Element = PDFKit.PDFStructureElement;

/** `isNumeric`: digits of one width, to the right. */
export type Style = {
  size: number;
  font?: FontName;
  colour?: keyof typeof COLOURS;
  isNumeric?: boolean;
};

/** Where a text stands: lines break at the width. */
export type Place = { x: number; y: number; width: number };

/**
 * A4 that tells a machine what everything on it is (PDF/UA-1, ISO 14289-1): whatever is written is an element of the
 * structure, in reading order, or an artifact. Same words, same moment, same bytes.
 */
export function newPaper({ title, at }: { title: string; at: Date }): { paper: Paper; root: Element } {
  const paper = new PDFDocument({
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
  for (const name of ["regular", "bold"] as const) paper.registerFont(name, fileOf(name));
  // Its own option for this would also list the characters of each font, and leave out those that others are made of.
  paper.appendXML(
    '<rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about=""><pdfuaid:part>1</pdfuaid:part></rdf:Description>',
  );
  const root = paper.struct("Document");
  paper.addStructure(root);
  return { paper, root };
}

export function addElement(paper: Paper, parent: Element, type: string): Element {
  const element = paper.struct(type);
  parent.add(element);
  return element;
}

/** Writes a text as an element; says where it ends. `scope`: of a header, what it is the header of. */
export function write(
  paper: Paper,
  parent: Element,
  type: string,
  text: string,
  place: Place,
  style: Style,
  scope?: "Column" | "Row",
): number {
  const meant = text.replaceAll(/\p{Cc}/gu, "");
  const options: { actual?: string; scope?: string } = {
    ...(drawable(paper, text, style) !== meant && { actual: meant }),
    ...(scope && { scope }),
  };
  parent.add(paper.struct(type, options, () => draw(paper, text, place, style)));
  return paper.y;
}

/** What only repeats or adorns: nobody is read it aloud. */
export function adorn(paper: Paper, type: "Pagination" | "Layout", work: () => void): void {
  paper.markContent("Artifact", { type });
  work();
  paper.endMarkedContent();
}

export function rule(paper: Paper, y: number, { x = MARGIN.side, width = WIDTH, colour = LINE, weight = 0.75 } = {}) {
  adorn(paper, "Layout", () =>
    paper
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(weight)
      .stroke(colour),
  );
}

export function draw(paper: Paper, text: string, { x, y, width }: Place, style: Style): void {
  const shown = drawable(paper, text, style);
  paper.fillColor(COLOURS[style.colour ?? "ink"]).text(shown, x, y, { width, height: A4.height, ...layoutOf(style) });
}

export function heightOf(paper: Paper, text: string, width: number, style: Style): number {
  return paper.heightOfString(drawable(paper, text, style), { width, ...layoutOf(style) });
}

/** The whole file, once nothing is added any more. */
export async function bytesOf(paper: Paper): Promise<Buffer> {
  const chunks: Buffer[] = [];
  paper.on("data", (chunk: Buffer) => chunks.push(chunk));
  paper.end();
  await once(paper, "end");
  return Buffer.concat(chunks);
}

function layoutOf({ isNumeric }: Style): PDFKit.Mixins.TextOptions {
  return { lineGap: LINE_GAP, ...(isNumeric && { align: "right", features: ["tnum"] }) };
}

/** Sets the font. What it has no shape for is a box, and the structure keeps what was meant; what nobody sees is left out. */
function drawable(paper: Paper, text: string, { size, font = "regular" }: Style): string {
  paper.font(font, size);
  const seen = text.normalize("NFC").replaceAll(/\p{C}/gu, "");
  return Array.from(seen, (character) => (canWrite(font, character) ? character : "□")).join("");
}
