import { urlGenerator } from "#app/api/_lib/url-generator.ts";
import { GET as authCheck } from "#app/api/auth_check/[token]/[deviceId]/route.ts";
import * as webhook from "#app/api/stripe/webhook/route.ts";
import * as begin from "#app/sign-in/begin/route.ts";
import * as email from "#app/sign-in/email/route.ts";
import * as open from "#app/sign-in/open/route.ts";
import * as provider from "#app/sign-in/provider/route.ts";
import * as signOut from "#app/sign-out/route.ts";
import { notFound } from "#app/verify/_lib/not-found.ts";
import * as callback from "#app/verify/[provider]/callback/route.ts";
import * as link from "#app/verify/[provider]/route.ts";

/** `takesBody`: the handler reads the body itself, and counts its bytes. `isForm`: the write guard has read the body already. */
type FastRoute = { name: string; handler: (request: Request) => Promise<Response>; takesBody?: true; isForm?: true };

type Context = { params: Promise<{ provider: string }> };
type Route = Record<string, unknown>;

/** Runs the handlers of a `route.ts` without Next: a request that anybody may send costs a tenth of what it costs through Next. */
function routed(name: string, route: Route): FastRoute {
  return {
    name,
    handler: async (request) => {
      const handle = route[request.method] as ((request: Request, context: Context) => Promise<Response>) | undefined;
      if (!handle) return new Response(null, { status: 405, headers: { Allow: Object.keys(route).join(", ") } });
      const [, , provider = ""] = new URL(request.url).pathname.split("/");
      return handle(request, { params: Promise.resolve({ provider }) });
    },
  };
}

/** The endpoints that `server.ts` answers before Next, by request target. Next's own routes run the same functions. */
const FAST_ROUTES: readonly [RegExp, FastRoute][] = [
  [
    /^(?:\/test)?\/api\/url_generator_s(?:\/[^/?]*){3}\/?(?:\?|$)/,
    { name: "/api/url_generator_s", handler: urlGenerator("s") },
  ],
  [
    /^(?:\/test)?\/api\/url_generator_b(?:\/[^/?]*){3}\/?(?:\?|$)/,
    { name: "/api/url_generator_b", handler: urlGenerator("b") },
  ],
  [/^(?:\/test)?\/api\/auth_check(?:\/[^/?]*){1,2}\/?(?:\?|$)/, { name: "/api/auth_check", handler: authCheck }],
  [/^\/verify\/[sb]\/?(?:\?|$)/, routed("/verify", link)],
  [/^\/verify\/[sb]\/callback\/?(?:\?|$)/, routed("/verify/callback", callback)],
  [/^\/api\/stripe\/webhook\/?(?:\?|$)/, { ...routed("/api/stripe/webhook", webhook), takesBody: true }],
  // Anybody may send these forms, and Next takes longer to read one than a call of a shop takes in full.
  [/^\/sign-in\/begin\/?(?:\?|$)/, { ...routed("/sign-in/begin", begin), isForm: true }],
  [/^\/sign-in\/email\/?(?:\?|$)/, { ...routed("/sign-in/email", email), isForm: true }],
  [/^\/sign-in\/open\/?(?:\?|$)/, { ...routed("/sign-in/open", open), isForm: true }],
  [/^\/sign-in\/provider\/?(?:\?|$)/, { ...routed("/sign-in/provider", provider), isForm: true }],
  [/^\/sign-out\/?(?:\?|$)/, { ...routed("/sign-out", signOut), isForm: true }],
];

export const NOT_FOUND: FastRoute = { name: "not_found", handler: notFound };

/** The route that answers a request target; `null`: Next answers it. */
export function fastRouteOf(target: string): FastRoute | null {
  const route = FAST_ROUTES.find(([path]) => path.test(target))?.[1];
  // Next throws on an address that does not decode.
  return route ?? (isDecodable(target) ? null : NOT_FOUND);
}

function isDecodable(target: string): boolean {
  try {
    decodeURIComponent(target.split("?")[0] ?? "");
    return true;
  } catch {
    return false;
  }
}
