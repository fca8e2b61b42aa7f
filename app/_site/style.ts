import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { INTER_FACES } from "./inter.tsx";

/** `path`: changes with the text, so that browsers may keep it. */
export type Sheet = { text: string; path: string };

/** Gives a style sheet of the build the address of its version, with our font in front. */
export function sheetAt(address: string, built: string): Sheet {
  const text = INTER_FACES + built;
  const version = createHash("sha256").update(text).digest("base64url").slice(0, 10);
  return { text, path: `${address}?v=${version}` };
}

/** Holds the style of the pages without script, as the build made it of `site.css`. Without a build they have none. */
export const SITE_SHEET = sheetAt("/docs/site.css", builtSheet());

function builtSheet(): string {
  try {
    return readFileSync(join(".next", "styles", "site.css"), "utf8");
  } catch {
    return "";
  }
}
