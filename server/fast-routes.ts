import type { Endpoint } from "#app/_http/answer.ts";
import { isOfDocs } from "#app/(docs)/_docs/addresses.ts";
import { documentsRoute } from "#app/(docs)/_docs/documents.tsx";
import * as openApi from "#app/(docs)/openapi.json/route.ts";
import { authCheck } from "#app/api/_lib/auth-check.ts";
import { noEndpoint } from "#app/api/_lib/no-endpoint.ts";
import { refusalPage } from "#app/api/_lib/refusal-page.ts";
import { urlGenerator } from "#app/api/_lib/url-generator.ts";
import * as doctor from "#app/api/health/doctor/route.ts";
import * as live from "#app/api/health/live/route.ts";
import * as ready from "#app/api/health/ready/route.ts";
import * as webhook from "#app/api/stripe/webhook/route.ts";
import { gateTestRouteOf } from "#app/doctor/_lib/routes.ts";
import { jwksRoute } from "#app/eid/_lib/jwks-route.ts";
import * as inbox from "#app/inbox/route.tsx";
import * as packages from "#app/packages/[file]/route.ts";
import * as refused from "#app/refused/route.ts";
import * as homePage from "#app/route.tsx";
import * as begin from "#app/sign-in/begin/route.ts";
import * as demo from "#app/sign-in/demo/route.ts";
import * as email from "#app/sign-in/email/route.ts";
import * as first from "#app/sign-in/first/route.tsx";
import * as signInLink from "#app/sign-in/link/route.tsx";
import * as open from "#app/sign-in/open/route.ts";
import * as provider from "#app/sign-in/provider/route.ts";
import * as signIn from "#app/sign-in/route.tsx";
import * as sent from "#app/sign-in/sent/route.tsx";
import * as signOut from "#app/sign-out/route.ts";
import * as status from "#app/status/route.tsx";
import * as callback from "#app/verify/[provider]/callback/route.ts";
import * as link from "#app/verify/[provider]/route.ts";
import { isDecodable } from "#lib/base/decodable.rules.ts";
import { pathOf } from "./read-head.ts";

/** Which processes answer it, by their `SERVE`: with the API and the visitors, with everything else, or all of them. */
type Side = "calls" | "pages" | "both";

/**
 * An `endpoint` reads no more than the head of a request. `takesBody`: the handler reads the body itself, and counts its bytes.
 * `isForm`: the write guard has read the body already.
 */
export type FastRoute = { name: string; side: Side } & (
  | { endpoint: Endpoint; handler?: never; takesBody?: never; isForm?: never }
  | { handler: (request: Request) => Promise<Response>; takesBody?: true; isForm?: true; endpoint?: never }
);

type Context = { params: Promise<{ provider: string }> };
type Route = Record<string, unknown>;

/** Runs the handlers of a `route.ts` without Next: a request that anybody may send costs a tenth of what it costs through Next. */
function routed(name: string, route: Route, side: Side = "pages"): Extract<FastRoute, { endpoint?: never }> {
  return {
    name,
    side,
    handler: async (request) => {
      const handle = route[request.method] as ((request: Request, context: Context) => Promise<Response>) | undefined;
      if (!handle) return new Response(null, { status: 405, headers: { Allow: Object.keys(route).join(", ") } });
      const [, , provider = ""] = new URL(request.url).pathname.split("/");
      return handle(request, { params: Promise.resolve({ provider }) });
    },
  };
}

/** Anybody may send these forms, and Next takes longer to read one than a call of a shop takes in full. */
const formRouted = (name: string, route: Route, side?: Side): FastRoute => ({
  ...routed(name, route, side),
  isForm: true,
});

/** Routes pages for strangers, which need no Next. */
const pageRouted = (
  name: string,
  { GET }: { GET: (request: Request) => Promise<Response> },
  more: Route = {},
): FastRoute => routed(name, { GET, HEAD: async (request: Request) => withoutBody(await GET(request)), ...more });

/** HAProxy asks `OPTIONS /` unless it is told otherwise, and takes a server that answers 405 out of service. */
const OPTIONS = async () => new Response(null, { status: 204, headers: { Allow: "GET, HEAD, OPTIONS" } });

/** Sends the head of an answer, with the length that it would have. */
async function withoutBody(answer: Response): Promise<Response> {
  const { status, headers } = answer;
  if (answer.body !== null) headers.set("Content-Length", String((await answer.arrayBuffer()).byteLength));
  return new Response(null, { status, headers });
}

/** Lists the endpoints that are answered before Next, by path. Next's own routes run the same functions. */
const FAST_ROUTES = new Map<string, FastRoute>([
  ["/verify/s", routed("/verify", link, "calls")],
  ["/verify/b", routed("/verify", link, "calls")],
  ["/verify/s/callback", routed("/verify/callback", callback, "calls")],
  ["/verify/b/callback", routed("/verify/callback", callback, "calls")],
  // The first refuses a write in words, as a page does.
  ["/api/health/live", formRouted("/api/health/live", { GET: live.GET, HEAD: live.HEAD }, "both")],
  ["/api/health/ready", routed("/api/health/ready", { GET: ready.GET, HEAD: ready.HEAD }, "both")],
  ["/api/stripe/webhook", { ...routed("/api/stripe/webhook", webhook), takesBody: true }],
  ["/api/health/doctor", routed("/api/health/doctor", doctor, "both")],
  ["/", pageRouted("/", homePage, { OPTIONS })],
  ["/openapi.json", pageRouted("/openapi.json", openApi, { OPTIONS: openApi.OPTIONS })],
  ["/.well-known/eid-jwks.json", { ...pageRouted("/.well-known/eid-jwks.json", { GET: jwksRoute }), side: "calls" }],
  // Pages of the calls lead there, and proxies send what they do not know to the pages.
  ["/refused", { ...pageRouted("/refused", refused), side: "both" }],
  ["/status", { ...pageRouted("/status", status), side: "both" }],
  ["/inbox", pageRouted("/inbox", inbox)],
  ["/sign-in", pageRouted("/sign-in", signIn)],
  ["/sign-in/first", pageRouted("/sign-in/first", first)],
  ["/sign-in/link", pageRouted("/sign-in/link", signInLink)],
  ["/sign-in/sent", pageRouted("/sign-in/sent", sent)],
  ["/sign-in/demo", formRouted("/sign-in/demo", demo)],
  ["/sign-in/begin", formRouted("/sign-in/begin", begin)],
  ["/sign-in/email", formRouted("/sign-in/email", email)],
  ["/sign-in/open", formRouted("/sign-in/open", open)],
  ["/sign-in/provider", formRouted("/sign-in/provider", provider)],
  ["/sign-out", formRouted("/sign-out", signOut)],
]);

const documents = pageRouted("/docs", { GET: documentsRoute });
const reasons = pageRouted("/reasons", { GET: documentsRoute });
const reference = pageRouted("/reference", { GET: documentsRoute });
/** Next would not say how long a file is. */
const files = pageRouted("/packages", packages);

const callRouted = (name: string, endpoint: Endpoint): FastRoute => ({ name, endpoint, side: "calls" });

const generatorOf = (provider: "s" | "b") => urlGenerator(provider, refusalPage);

/** Lists the API. Empty segments count, and a slash may follow the last one. */
const API: readonly [path: RegExp, route: FastRoute][] = [
  [/^\/(?:test\/)?api\/url_generator_s(?:\/[^/]*){3}\/?$/, callRouted("/api/url_generator_s", generatorOf("s"))],
  [/^\/(?:test\/)?api\/url_generator_b(?:\/[^/]*){3}\/?$/, callRouted("/api/url_generator_b", generatorOf("b"))],
  [/^\/(?:test\/)?api\/auth_check(?:\/[^/]*){1,2}\/?$/, callRouted("/api/auth_check", authCheck)],
];

export const NOT_FOUND = { name: "not_found", side: "both", handler: noEndpoint } satisfies FastRoute;

/** Finds the route that answers a request target; `null`: Next answers it. */
export function fastRouteOf(target: string): FastRoute | null {
  const path = pathOf(target);
  if (path === "/doctor" || path.startsWith("/doctor/")) {
    const route = gateTestRouteOf(path);
    return route ? { ...route, side: "calls" } : NOT_FOUND;
  }
  const [, called] = API.find(([pattern]) => pattern.test(path)) ?? [];
  const route = called ?? pageRouteOf(path.endsWith("/") ? path.slice(0, -1) || "/" : path);
  // Next throws on an address that does not decode.
  return route ?? (isDecodable(path) ? null : NOT_FOUND);
}

function pageRouteOf(path: string): FastRoute | undefined {
  if (isOfDocs(path)) return documents;
  if (path.startsWith("/packages/")) return files;
  if (path === "/reference" || path.startsWith("/reference/")) return reference;
  return path === "/reasons" || path.startsWith("/reasons/") ? reasons : FAST_ROUTES.get(path);
}

/** Says whether this process, by its `SERVE`, does not serve a route. `null`: a page of Next's. */
export function isMisdirected(route: FastRoute | null, serve: "all" | "calls" | "pages"): boolean {
  const side = route?.side ?? "pages";
  return serve !== "all" && side !== "both" && side !== serve;
}
