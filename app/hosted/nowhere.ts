import { API_HEADERS, json, refusalHeaders } from "#app/api/answer.ts";
import { outcomeScreen } from "./screen.tsx";

/** Everything that is nowhere else: a page for people, JSON under /api. */
export async function nowhere(request: Request): Promise<Response> {
  const isApi = new URL(request.url).pathname.startsWith("/api/");
  return isApi
    ? json(404, { url: null }, { ...API_HEADERS, ...refusalHeaders("not_found") }, request.method)
    : outcomeScreen(request, "not_found", { ways: (words) => [{ words: words("action.front"), href: "/" }] });
}
