import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { anchorOf } from "#docs/render/anchors.ts";

/** What comes with a package: each instance serves it in that package's archive. */
const OF_PACKAGES = readdirSync("packages", { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [join("packages", entry.name, "README.md")] : [],
);

/** Every document of the project, by its path. */
export const DOCUMENTS: ReadonlyMap<string, string> = new Map(
  [
    ...readdirSync("."),
    ...filesUnder("docs"),
    ...filesUnder("eid-logos"),
    join("examples", "README.md"),
    ...OF_PACKAGES,
  ]
    .filter((path) => path.endsWith(".md"))
    .map((path) => [path, readFileSync(path, "utf8")]),
);

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
}

/** The document without its code blocks. */
export function proseOf(text: string): string {
  return text.replace(/^ *```.*?^ *```$/gms, "");
}

/** The commands in the blocks of a shell, without their remarks and without blocks that a test runs as a file. */
export function commandsIn(text: string): string[] {
  return [...text.matchAll(/^ *```sh(?! file=)[^\n]*\n(.*?)^ *```$/gms)]
    .flatMap(([, block = ""]) => block.replace(/\\\n\s*/g, "").split("\n"))
    .map((line) => line.replace(/(^|\s)#.*$/, "").trim())
    .filter((line) => line !== "");
}

/** The anchors of a document's headings, as GitHub makes them. */
export function anchorsOf(text: string): string[] {
  return [...proseOf(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));
}
