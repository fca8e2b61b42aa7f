import { readFileSync } from "node:fs";
import { join } from "node:path";
import { config } from "#lib/runtime/config.ts";

export type Heading = { id: string; text: string; level: number };

/**
 * A chapter as the build renders it (`docs/build.ts`). `html`: `null` where a route of its own draws the page. `headings`: those below
 * the title. `markdown`: its source, with whole addresses.
 */
export type BuiltChapter = {
  path: string;
  title: string;
  description: string;
  html: string | null;
  headings: readonly Heading[];
  markdown: string;
};

/** A part of the changelog. `date`: `null` for what is not released yet. `anchor`: of its heading on the page. */
export type Version = { name: string; date: string | null; anchor: string; html: string };

/** `versions`: the newest first. `builtOn`: a day. `images`: SVG, by the names that chapters show them by. */
export type BuiltDocs = {
  chapters: readonly BuiltChapter[];
  versions: readonly Version[];
  builtOn: string;
  images: Readonly<Record<string, string>>;
};

/** A program of the reference. `html`: coloured by the build. */
export type BuiltSample = { label: string; html: string };

/** Stands in the documents for the address of the instance. */
export const BASE_URL_IN_DOCS = "https://age.example";

/** Stands in the documents for a reader’s test key. */
export const KEY_IN_DOCS = "pk_test_your_key";

/** Stands in a page before its first program with that key. */
export const KEY_MARK = "<!-- key -->";

let docs: BuiltDocs | undefined;

/** Reads the chapters when somebody first asks for one. */
export function builtDocs(): BuiltDocs {
  docs ??= JSON.parse(builtFile("docs.json")) as BuiltDocs;
  return docs;
}

/** Reads a file of the build, with the address of this instance in it. */
export function builtFile(name: string): string {
  return readFileSync(join(".next", "docs", name), "utf8").replaceAll(BASE_URL_IN_DOCS, config().baseUrl);
}
