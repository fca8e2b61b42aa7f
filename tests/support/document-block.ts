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

/** The files that tests took out of documents, so that one can ask at its end whether it has run them all. */
const taken = new Set<string>();

/** The files of a document that no test took out of it yet. */
export function filesNotTaken(text: string): string[] {
  const files = blocksOf(text).flatMap(({ mark }) => (mark.startsWith("file=") ? mark.slice("file=".length) : []));
  return files.filter((file) => !taken.has(file));
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
