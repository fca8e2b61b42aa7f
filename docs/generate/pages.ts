import { commandPage } from "./command.ts";
import { configurationPage } from "./configuration.ts";
import { reasonsPage } from "./reasons.ts";

/** The documents that are written from the sources, by `npm run docs`; a test compares them. Paths count from `docs/`. */
export const PAGES: Record<string, () => string> = {
  "operate/configuration.md": configurationPage,
  "operate/command.md": commandPage,
  "integrate/reasons.md": reasonsPage,
};
