import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PAGES } from "./generate/pages.ts";

for (const [path, page] of Object.entries(PAGES)) writeFileSync(join(import.meta.dirname, path), page());
