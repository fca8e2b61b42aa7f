import { getDocumentProxy } from "unpdf";

type Node = { role?: string; children?: Node[]; type?: string; id?: string };

/** A piece of text and where it stands, in points from the upper left of its page. `mark`: of its marked content. */
type Piece = { text: string; mark: string | null; xMin: number; xMax: number; y: number };

/** What a PDF says of itself. `created`: as PDF writes a date. `size`: of the first page, in points. */
export async function factsOf(file: Buffer) {
  const pdf = await open(file);
  const { info, metadata } = await pdf.getMetadata();
  const { Title: title, CreationDate: created, Language: language } = info as Record<string, string>;
  const [, , width, height] = (await pdf.getPage(1)).view;
  const isTagged = (await pdf.getMarkInfo())?.Marked === true;
  return { title, created, language, isTagged, size: [width, height], xmp: String(metadata?.getRaw()) };
}

/** What is on each page, line by line; three spaces where columns stand apart. */
export async function pagesOf(file: Buffer): Promise<string[]> {
  const pages = await piecesByPage(file);
  return pages.map((pieces) => `${linesOf(pieces).join("\n")}\n`);
}

/** The pieces of text of all pages. */
export async function textPieces(file: Buffer): Promise<Piece[]> {
  return (await piecesByPage(file)).flat();
}

export type TaggedElement = { type: string; scope: string | null; text: string };

/** What the structure tells a screen reader, in the order of reading. */
export async function elementsOf(file: Buffer): Promise<TaggedElement[]> {
  const [pdf, pages, scopes] = [await open(file), await piecesByPage(file), scopesIn(file)];
  const elements: TaggedElement[] = [];
  for (const [n, pieces] of pages.entries()) {
    const collect = ({ role, children = [] }: Node) => {
      const marks = children.flatMap(({ type, id }) => (type === "content" && id ? [id] : []));
      const text = pieces.filter(({ mark }) => mark !== null && marks.includes(mark));
      const scope = scopes.get(marks[0] ?? "") ?? null;
      if (role) elements.push({ type: role, scope, text: linesOf(text).join("") });
      children.forEach(collect);
    };
    collect(((await (await pdf.getPage(n + 1)).getStructTree()) ?? {}) as Node);
  }
  return elements;
}

function open(file: Buffer) {
  return getDocumentProxy(new Uint8Array(file));
}

async function piecesByPage(file: Buffer): Promise<Piece[][]> {
  const pdf = await open(file);
  return Promise.all(
    Array.from({ length: pdf.numPages }, async (_, n) => {
      const page = await pdf.getPage(n + 1);
      const height = page.view[3] ?? 0;
      const { items } = await page.getTextContent({ includeMarkedContent: true });
      const [pieces, marks]: [Piece[], (string | null)[]] = [[], []];
      for (const item of items) {
        if ("str" in item) {
          const [, , , , x, y] = item.transform as number[];
          const box = { xMin: x ?? 0, xMax: (x ?? 0) + item.width, y: height - (y ?? 0) };
          if (item.str.trim() !== "") pieces.push({ text: item.str, mark: marks.at(-1) ?? null, ...box });
        } else if (item.type === "endMarkedContent") marks.pop();
        else marks.push(item.id ?? null);
      }
      return pieces;
    }),
  );
}

function linesOf(pieces: readonly Piece[]): string[] {
  const lines: Piece[][] = [];
  for (const piece of pieces.toSorted((a, b) => a.y - b.y)) {
    const line = lines.at(-1);
    if (line && Math.abs((line[0]?.y ?? 0) - piece.y) < 3) line.push(piece);
    else lines.push([piece]);
  }
  return lines.map((line) => {
    const sorted = line.toSorted((a, b) => a.xMin - b.xMin);
    return sorted.map((piece, n) => spaceOf(piece.xMin - (sorted[n - 1]?.xMax ?? piece.xMin)) + piece.text).join("");
  });
}

function spaceOf(points: number): string {
  if (points < 1) return "";
  return points < 6 ? " " : "   ";
}

/** The scope of each header of a table, by its marked content: pdf.js does not tell it. */
function scopesIn(file: Buffer): Map<string, string> {
  const headers = file.toString("latin1").matchAll(/\/S \/TH\b.*?\nendobj/gs);
  return new Map(
    [...headers].flatMap(([header]) => {
      const [, scope = ""] = /\/Scope \/(\w+)/.exec(header) ?? [];
      const [, marks = ""] = /\/K \[([\d ]+)\]/.exec(header) ?? [];
      const [, page = ""] = /\/Pg (\d+) 0 R/.exec(header) ?? [];
      return marks.split(" ").map((mark): [string, string] => [`p${page}R_mc${mark}`, scope]);
    }),
  );
}
