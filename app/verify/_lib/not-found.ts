import { responseOf } from "#app/_http/answer.ts";
import { isApi, isCheck } from "#app/_http/api-path.ts";
import { refusalAnswer } from "#app/_http/problem.ts";
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
  if (!isApi(url)) return json(404, { error: "not_found" }, headers, request.method);
  // In the shape that callers of such an address read: a token with a slash in it is an unknown token, too.
  const nothing = isCheck(url) ? { age: null, verified: false } : { url: null };
  return responseOf(refusalAnswer(request, { reason: "not_found" }, nothing, headers));
}
