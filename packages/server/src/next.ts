import { createGate, type GateOptions } from "./gate.ts";

type Handler<Incoming, Rest extends unknown[]> = (request: Incoming, ...rest: Rest) => Response | Promise<Response>;

/**
 * In `proxy.ts`: `export const proxy = ageGate({ ageway, age: 18, match: "/checkout", session: sealedCookie({ secret }) })`.
 * In a route of whatever has `Request` and `Response`: `export const GET = ageGate(options, (request) => …)`.
 */
export function ageGate<Incoming extends Request = Request, Rest extends unknown[] = unknown[]>(
  options: GateOptions<Incoming>,
  handler: Handler<Incoming, Rest> = goOn,
): (request: Incoming, ...rest: Rest) => Promise<Response> {
  const gate = createGate(options);

  return async (request, ...rest) => {
    const { method, url, headers } = request;
    const { origin, pathname: own } = new URL(url);
    // Next's own reading is mostly without base path and locale, and the page's where data is asked for. Where it is not
    // (behind a locale that is not the default, or where one stands before _next), what follows the locale or _next counts, too.
    const { pathname = own, locale } = (request as { nextUrl?: { pathname?: string; locale?: string } }).nextUrl ?? {};
    const [mount = ""] = new RegExp(`^.*(?:next/data/.*(?=\\.json)|/${locale}(?=/|$))`, "i").exec(pathname) ?? [];
    const header = (name: string) => headers.get(name);
    const routed = [pathname.replace(/\.json\/?$/, "")];
    const answer = await gate({ request, method, target: url, routed, mount, origin, header });
    if (!answer.pass) {
      const { Location: to } = answer.headers;
      // Next reads no address without a host.
      const whole = to && new URL(to, options.origin ?? origin).href;
      return new Response(answer.body, {
        ...answer,
        headers: { ...answer.headers, ...(whole && { Location: whole }) },
      });
    }
    const response = await handler(request, ...rest);
    const added = Object.entries(answer.headers).filter(([name]) => !response.headers.has(name));
    if (added.length === 0) return response;
    // The headers of a redirect or a fetched response cannot be changed.
    const changeable = new Response(response.body, response);
    for (const [name, value] of added) changeable.headers.set(name, value);
    return changeable;
  };
}

/** What `NextResponse.next()` is. */
function goOn(): Response {
  return new Response(null, { headers: { "x-middleware-next": "1" } });
}
