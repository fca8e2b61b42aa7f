import { isApi, isCheck } from "#app/_http/path.ts";
import { API_HEADERS, json, refusalHeaders } from "#app/_http/responses.ts";
import { isNavigation } from "#lib/verification/fetch-metadata.rules.ts";
import { outcomePage } from "../_views/document.tsx";

/** Who asks decides, so caches must tell them apart. */
const VARY = { Vary: "Accept, Sec-Fetch-Mode" };

/** Everything that is nowhere else: a page for people, JSON for programs. */
export async function notFound(request: Request): Promise<Response> {
  if (isNavigation(request.headers)) {
    const ways = (words: (key: "action.front") => string) => [{ words: words("action.front"), href: "/" }];
    return outcomePage(request, "not_found", { ways, headers: VARY });
  }
  const headers = { ...API_HEADERS, ...VARY, ...refusalHeaders("not_found") };
  return json(404, nothingAt(new URL(request.url)), headers, request.method);
}

/** In the shape that a caller of such an address reads: also a token with a slash in it is an unknown token. */
function nothingAt(url: URL): object {
  if (isCheck(url)) return { age: null, verified: false };
  return isApi(url) ? { url: null } : { error: "not_found" };
}
