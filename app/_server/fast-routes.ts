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

/** `takesBody`: it reads what is sent to it, and counts the bytes. `isForm`: the gate of all writes has read it before. */
type FastRoute = { name: string; handler: (request: Request) => Promise<Response>; takesBody?: true; isForm?: true };

type Context = { params: Promise<{ provider: string }> };
type Route = Record<string, unknown>;

/** A route of Next's, asked by ourselves: what strangers send there costs a tenth of what it costs Next. */
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

/** The endpoints that we answer ourselves, by their path; the same functions stand behind Next's own routes. */
const OURS: readonly [RegExp, FastRoute][] = [
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
  // Anybody may send these forms, and Next takes longer for one than we for the answer to a shop.
  [/^\/sign-in\/begin\/?(?:\?|$)/, { ...routed("/sign-in/begin", begin), isForm: true }],
  [/^\/sign-in\/email\/?(?:\?|$)/, { ...routed("/sign-in/email", email), isForm: true }],
  [/^\/sign-in\/open\/?(?:\?|$)/, { ...routed("/sign-in/open", open), isForm: true }],
  [/^\/sign-in\/provider\/?(?:\?|$)/, { ...routed("/sign-in/provider", provider), isForm: true }],
  [/^\/sign-out\/?(?:\?|$)/, { ...routed("/sign-out", signOut), isForm: true }],
];
export const NOT_FOUND: FastRoute = { name: "nowhere", handler: notFound };
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The function that answers a request target; `null`: Next does. */
export function fastRouteOf(target: string): FastRoute | null {
  const ours = OURS.find(([path]) => path.test(target))?.[1];
  // Next breaks on an address that does not decode; there is nothing at such an address.
  return ours ?? (isReadable(target) ? null : NOT_FOUND);
}

/** What Next would break on and no function of ours could be asked; `null`: the request is sound. */
export function malformedRequestOf(method: string, target: string): { status: 400 | 405; allow?: string } | null {
  if (!target.startsWith("/")) return { status: 400 };
  // What we answer ourselves says which methods it takes.
  if (!METHODS.has(method) && fastRouteOf(target) === null) return { status: 405, allow: [...METHODS].join(", ") };
  const isFile = /^\/(?:device_id\.js|_next\/)/.test(target);
  return isFile && method !== "GET" && method !== "HEAD" ? { status: 405, allow: "GET, HEAD" } : null;
}

function isReadable(target: string): boolean {
  try {
    decodeURIComponent(target.split("?")[0] ?? "");
    return true;
  } catch {
    return false;
  }
}
