import { type FetchHandler, visitIn } from "./fetch.ts";
import { createGate, type GateOptions } from "./gate.ts";
import { forbidCaches, privately } from "./keep-private.ts";

/**
 * In `proxy.ts`: `export const proxy = ageGate({ ageway, age: 18, match: "/checkout", session: sealedCookie({ secret }) })`.
 * In a route: `export const GET = ageGate(options, (request) => …)`.
 */
export function ageGate<Incoming extends Request = Request, Rest extends unknown[] = unknown[]>(
  options: GateOptions<Incoming>,
  handler: FetchHandler<Incoming, Rest> = goOn,
): (request: Incoming, ...rest: Rest) => Promise<Response> {
  const gate = createGate(options);

  return async (request, ...rest) => {
    const visit = visitIn(request);
    const { pathname: own } = new URL(visit.target);
    // Next's own reading is mostly without base path and locale, and the page's where data is asked for. Where it is not
    // (behind a locale that is not the default, or where one stands before _next), what follows the locale or _next counts, too.
    const { pathname = own, locale } = (request as { nextUrl?: { pathname?: string; locale?: string } }).nextUrl ?? {};
    const [mount = ""] = new RegExp(`^.*(?:next/data/.*(?=\\.json)|/${locale}(?=/|$))`, "i").exec(pathname) ?? [];
    const routed = [pathname.replace(/\.json\/?$/, "")];
    const answer = await gate({ request, ...visit, routed, mount });
    if (!answer.pass) {
      const closed = new Response(answer.body, answer);
      const to = closed.headers.get("Location");
      // Next reads no address without a host, and adds fields of its configuration.
      if (to) closed.headers.set("Location", new URL(to, options.origin ?? visit.origin).href);
      if ("nextUrl" in request) forbidCaches(closed.headers);
      return closed;
    }
    const response = await handler(request, ...rest);
    if (!answer.isGated) return response;
    const kept = privately(response);
    // Of a page and its proxy, Next sends the fields of the proxy.
    if (kept.headers.has("x-middleware-next") || kept.headers.has("x-middleware-rewrite")) forbidCaches(kept.headers);
    return kept;
  };
}

/** What `NextResponse.next()` is. */
function goOn(): Response {
  return new Response(null, { headers: { "x-middleware-next": "1" } });
}
