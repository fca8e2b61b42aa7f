import { spawnSync } from "node:child_process";

type Program = "pdfinfo" | "pdftotext" | "pdffonts";

/** What one of Poppler's programs says of a PDF. */
export function poppler(program: Program, pdf: Buffer, ...args: string[]): string {
  const output = program === "pdftotext" ? ["-"] : [];
  const { error, stdout, stderr } = spawnSync(program, [...args, "-", ...output], { input: pdf, encoding: "utf8" });
  if (error) throw new Error(`${program} is not there: on Debian, npm test installs it`, { cause: error });
  if (stderr) throw new Error(`${program}: ${stderr}`);
  return stdout;
}

/** What is on the paper, sheet by sheet. */
export function sheetsOf(pdf: Buffer): string[] {
  return poppler("pdftotext", pdf, "-layout").split("\f").slice(0, -1);
}

export type Element = { type: string; scope: string | null; text: string };

/** What the structure says to whoever listens, in the order of reading. */
export function elementsOf(pdf: Buffer): Element[] {
  const elements: Element[] = [];
  for (const line of poppler("pdfinfo", pdf, "-struct-text").split("\n")) {
    const [, type] = /^ *([A-Z]\w*)( \(\w+\))?:?$/i.exec(line) ?? [];
    const [, scope] = /^ *\/Scope \/(\w+)$/.exec(line) ?? [];
    const [, text] = /^ *"(.*)"$/.exec(line) ?? [];
    const last = elements.at(-1);
    if (type) elements.push({ type, scope: null, text: "" });
    else if (last && scope) last.scope = scope;
    else if (last && text !== undefined) last.text += text;
  }
  return elements;
}

type Box = { text: string; xMin: number; xMax: number; yMax: number };

/** Where each word stands, in points from the sheet's upper left. */
export function wordsOf(pdf: Buffer): Box[] {
  const number = (attributes: string, name: string) => Number(new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1]);
  return [...poppler("pdftotext", pdf, "-bbox").matchAll(/<word ([^>]*)>(.*?)<\/word>/g)].map(
    ([, attributes = "", text = ""]) => ({
      text,
      xMin: number(attributes, "xMin"),
      xMax: number(attributes, "xMax"),
      yMax: number(attributes, "yMax"),
    }),
  );
}
