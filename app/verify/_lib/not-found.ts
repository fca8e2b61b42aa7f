import { isApi, isCheck } from "#app/_http/api-path.ts";
import { API_HEADERS, CORS_HEADERS, json, refusalHeaders } from "#app/_http/responses.ts";
import { isNavigation } from "#lib/verification/fetch-metadata.rules.ts";
import { outcomePage } from "../_views/outcome.tsx";

/** People and programs get different answers, so caches must tell them apart. */
const VARY = { Vary: "Accept, Sec-Fetch-Mode" };

/** The answer at every address without a page or endpoint: a page for people, JSON for programs. */
export async function notFound(request: Request): Promise<Response> {
  if (isNavigation(request.headers)) {
    return outcomePage(request, "not_found", {
      actions: (words) => [{ words: words("action.home"), href: "/" }],
      headers: VARY,
    });
  }
  const url = new URL(request.url);
  // A script of the shop's page must be able to read that its address lacks a part. The token check is not for browsers.
  const cors = isApi(url) && !isCheck(url) ? CORS_HEADERS : {};
  const headers = { ...API_HEADERS, ...cors, ...VARY, ...refusalHeaders("not_found") };
  return json(404, nothingAt(url), headers, request.method);
}

/** In the shape that callers of such an address read: a token with a slash in it is an unknown token, too. */
function nothingAt(url: URL): object {
  if (isCheck(url)) return { age: null, verified: false };
  return isApi(url) ? { url: null } : { error: "not_found" };
}
