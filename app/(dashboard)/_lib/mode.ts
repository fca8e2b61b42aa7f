import type { Mode } from "#lib/core/provider.rules.ts";

/** Reads what the switch of the layout chose for this address: live, unless it says `mode=test`. */
export function readMode(given: { mode?: string | string[] | undefined }): Mode {
  return given.mode === "test" ? "test" : "live";
}

/** Writes the address of a page of the dashboard in a mode; one that has a query says its own. */
export function inMode(href: string, mode: Mode): string {
  return mode === "live" || href.includes("?") ? href : href.replace(/#|$/, (end) => `?mode=test${end}`);
}
