import { MODE_PAGES, OTHER_PAGES } from "../../_frame/pages.ts";

/** The keys that the frame listens to, outside of fields. */
export const SHORTCUTS: readonly (readonly [keys: string, what: string])[] = [
  ["Ctrl K or ⌘ K", "Search"],
  ["?", "This list"],
  ...[...MODE_PAGES, ...OTHER_PAGES].map(({ key, name }) => [`G then ${key.toUpperCase()}`, name] as const),
  ["Esc", "Close what is open"],
];
