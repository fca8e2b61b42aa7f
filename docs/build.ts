import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sheetOf } from "#scripts/sheet.mjs";
import { renderedDocs } from "./render/built-docs.ts";
import { renderedSamples } from "./render/samples.ts";
import { searchPages } from "./render/search.ts";

const ROOT = join(import.meta.dirname, "..");
const TO = process.argv[2] ?? join(ROOT, ".next", "docs");

/** Writes the pages of the documents for the servers, which load nothing that reads Markdown or colours code. */
mkdirSync(TO, { recursive: true });
const docs = renderedDocs(new Date());
const openApi = JSON.parse(readFileSync(join(import.meta.dirname, "openapi.json"), "utf8"));
const write = (name: string, content: unknown) => writeFileSync(join(TO, name), JSON.stringify(content));
write("docs.json", docs);
write("openapi.json", openApi);
write("samples.json", renderedSamples(openApi));
write("search.json", searchPages(docs.chapters, openApi));
writeFileSync(join(TO, "style.css"), await sheetOf(join(ROOT, "app/(docs)/_docs/docs.css")));
