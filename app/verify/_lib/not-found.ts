import { API_HEADERS, json, refusalHeaders } from "#app/_http/responses.ts";
import { isNavigation } from "#lib/verification/fetch-metadata.rules.ts";
import { HOME, outcomePage } from "../_views/outcome.tsx";

/** People and programs get different answers, so caches must tell them apart. */
const VARY = { Vary: "Accept, Sec-Fetch-Mode" };

/**
 * The answer at an address of ours where nothing is: a page for people, JSON for programs. `noEndpoint` answers under
 * the API.
 */
export async function notFound(request: Request): Promise<Response> {
  if (!isNavigation(request.headers)) return json(404, { error: "not_found" }, notFoundHeaders(), request.method);
  return outcomePage(request, "not_found", { actions: [HOME], headers: VARY });
}

/** Tells a program the reason, and a cache to keep nothing. */
export function notFoundHeaders(): Record<string, string> {
  return { ...API_HEADERS, ...VARY, ...refusalHeaders("not_found") };
}
