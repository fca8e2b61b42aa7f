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
    const { origin } = new URL(url);
    // Next's own reading has no base path and no locale, and is the page's where data is asked for.
    const { nextUrl } = request as { nextUrl?: { pathname: string } };
    const routed = nextUrl ? [nextUrl.pathname] : [];
    const answer = await gate({ request, method, target: url, routed, origin, header: (name) => headers.get(name) });
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
