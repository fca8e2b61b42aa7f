import { API_HEADERS, json, refusalHeaders } from "#app/api/answer.ts";
import { isApi } from "#app/api/path.ts";
import { isNavigation } from "#lib/rules/fetch-metadata.ts";
import { outcomeScreen } from "./screen.tsx";

/** Who asks decides, so caches must tell them apart. */
const VARY = { Vary: "Accept, Sec-Fetch-Mode" };

/** Everything that is nowhere else: a page for people, JSON for programs. */
export async function nowhere(request: Request): Promise<Response> {
  if (isNavigation(request.headers)) {
    const ways = (words: (key: "action.front") => string) => [{ words: words("action.front"), href: "/" }];
    return outcomeScreen(request, "not_found", { ways, headers: VARY });
  }
  const headers = { ...API_HEADERS, ...VARY, ...refusalHeaders("not_found") };
  return json(404, isApi(new URL(request.url)) ? { url: null } : { error: "not_found" }, headers, request.method);
}
