import type { Mode } from "#lib/core/provider.rules.ts";

/** The address of a page of the dashboard in a mode; one that has a query says its own. */
export function inMode(href: string, mode: Mode): string {
  return mode === "live" || href.includes("?") ? href : href.replace(/#|$/, (end) => `?mode=test${end}`);
}
