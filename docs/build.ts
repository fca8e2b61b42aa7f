import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sheetOf } from "#scripts/sheet.mjs";
import { renderedDocs } from "./render/built-docs.ts";
import { renderedSamples } from "./render/samples.ts";

const ROOT = join(import.meta.dirname, "..");
const TO = process.argv[2] ?? join(ROOT, ".next", "docs");

/** Writes the pages of the documents for the servers, which load nothing that reads Markdown or colours code. */
mkdirSync(TO, { recursive: true });
writeFileSync(join(TO, "docs.json"), JSON.stringify(renderedDocs(new Date())));
const openApi = readFileSync(join(import.meta.dirname, "openapi.json"), "utf8");
writeFileSync(join(TO, "openapi.json"), JSON.stringify(JSON.parse(openApi)));
writeFileSync(join(TO, "samples.json"), JSON.stringify(renderedSamples(JSON.parse(openApi))));
writeFileSync(join(TO, "style.css"), await sheetOf(join(ROOT, "app/(docs)/_docs/docs.css")));
