import { openApi } from "../openapi/document.ts";
import { commandReference } from "./command.ts";
import { configurationReference } from "./configuration.ts";
import { reasonsIndex } from "./reasons.ts";
import { retentionReference } from "./retention.ts";

/** The documents that are written from the sources, by `npm run docs`; a test compares them. Paths count from `docs/`. */
export const PAGES: Record<string, () => string> = {
  "operate/configuration.md": configurationReference,
  "operate/command.md": commandReference,
  "integrate/reasons.md": reasonsIndex,
  "operate/retention.md": retentionReference,
  "openapi.json": () => `${JSON.stringify(openApi(), null, 2)}\n`,
};
