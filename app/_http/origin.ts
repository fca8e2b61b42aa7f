import { config } from "#lib/runtime/config.ts";

/**
 * Tells whether a page of ours sent this write. Browsers put `Origin` on every POST; without it, or with another, we
 * refuse.
 */
export function isSameOrigin(headers: Headers): boolean {
  return headers.get("Origin") === config().baseUrl;
}

/** Where to go after signing in: a page of the dashboard, an invitation or the reference. Anything else, as an address of another site, becomes `/dashboard`. */
export function nextPath(given: string | null | undefined): string {
  return given &&
    /^\/(?:dashboard|invitation|reference)(?:[/?][\w\-./?=&%~+:,]*)?$/.test(given) &&
    !given.includes("//")
    ? given
    : "/dashboard";
}
