import { json, refusalHeaders } from "#app/api/answer.ts";
import { outcomeScreen } from "#app/hosted/screen.tsx";

/** Everything that is nowhere else: a page for people, JSON under /api. */
function handle(request: Request): Response | Promise<Response> {
  const isApi = new URL(request.url).pathname.startsWith("/api/");
  return isApi
    ? json(404, { url: null }, { "Cache-Control": "no-store", ...refusalHeaders("not_found") }, request.method)
    : outcomeScreen("not_found");
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
