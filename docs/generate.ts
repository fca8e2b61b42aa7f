import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PAGES } from "./generate/pages.ts";
import { openApi } from "./openapi/document.ts";
import { factsOf } from "./openapi/facts.ts";

for (const [path, page] of Object.entries(PAGES)) writeFileSync(join(import.meta.dirname, path), page());

// At a release: from now on, the changelog is held against this.
if (process.argv[2] === "released")
  writeFileSync(join(import.meta.dirname, "openapi-released.txt"), `${factsOf(openApi()).join("\n")}\n`);
