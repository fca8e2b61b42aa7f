import { afterAll, beforeEach, expect } from "vitest";

/** A block of code of a document. `mark`: what stands after the language, such as `file=shop.mjs`. */
export type Block = { language: string; mark: string; code: string };

/** The blocks of a document in its order; what begins with spaces stands in a list. */
export function blocksOf(text: string): Block[] {
  return [...text.matchAll(/^ *```([a-z]*)([^\n`]*)\n(.*?)^ *```$/gms)].map(
    ([, language = "", mark = "", code = ""]) => ({
      language,
      mark: mark.trim(),
      code,
    }),
  );
}

/** The files that tests took out of documents. */
const taken = new Set<string>();

/** Fails after the tests of a file, in whatever order they ran, if none took out a file of these documents. */
export function expectAllTaken(documents: () => string[]): void {
  let isWhole = false;
  beforeEach(({ task }) => {
    isWhole = task.file.tasks.every(({ mode }) => mode === "run");
  });
  afterAll(() => {
    // Of a file that runs in part, other tests take the rest.
    if (!isWhole) return;
    const marks = documents().flatMap((text) => blocksOf(text).map(({ mark }) => mark));
    const files = marks.flatMap((mark) => (mark.startsWith("file=") ? mark.slice("file=".length) : []));
    expect(files.filter((file) => !taken.has(file))).toEqual([]);
  });
}

/** The block of a document that is the file of this name. `places`: what a reader puts in; each must occur. */
export function fileIn(text: string, file: string, places: Record<string, string> = {}): string {
  taken.add(file);
  const code = blocksOf(text).find(({ mark }) => mark === `file=${file}`)?.code;
  if (code === undefined) throw new Error(`The document has no block of the file ${file}`);
  return Object.entries(places).reduce((filled, [from, to]) => {
    if (!filled.includes(from)) throw new Error(`The file ${file} does not name ${from}`);
    return filled.replaceAll(from, to);
  }, code);
}
