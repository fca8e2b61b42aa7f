import { readFileSync } from "node:fs";
import { join } from "node:path";
import { INTER_FACES } from "./inter.tsx";

/** Holds the style of the pages without script, as the build made it of `site.css`. Without a build they have none. */
export const SITE_STYLE = INTER_FACES + builtSheet();

function builtSheet(): string {
  try {
    return readFileSync(join(".next", "styles", "site.css"), "utf8");
  } catch {
    return "";
  }
}
