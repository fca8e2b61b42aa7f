import * as openApi from "#app/(docs)/openapi.json/route.ts";
import * as anythingElse from "#app/[...path]/route.ts";
import * as providerCallback from "#app/api/auth/callback/oidc/route.ts";
import * as authCheck from "#app/api/auth_check/[token]/[deviceId]/route.ts";
import * as live from "#app/api/health/live/route.ts";
import * as ready from "#app/api/health/ready/route.ts";
import * as stripeWebhook from "#app/api/stripe/webhook/route.ts";
import * as generatorB from "#app/api/url_generator_b/[pluginKey]/[deviceId]/[age]/route.ts";
import * as generatorS from "#app/api/url_generator_s/[pluginKey]/[deviceId]/[age]/route.ts";
import * as gateTest from "#app/doctor/[[...path]]/route.ts";
import * as eidMark from "#app/eid/[pack]/route.ts";
import * as logo from "#app/logos/[digest]/route.ts";
import * as refused from "#app/refused/route.ts";
import * as begin from "#app/sign-in/begin/route.ts";
import * as requestLink from "#app/sign-in/email/route.ts";
import * as openLink from "#app/sign-in/open/route.ts";
import * as askProvider from "#app/sign-in/provider/route.ts";
import * as signOut from "#app/sign-out/route.ts";
import * as testAuthCheck from "#app/test/api/auth_check/[token]/[deviceId]/route.ts";
import * as testGeneratorB from "#app/test/api/url_generator_b/[pluginKey]/[deviceId]/[age]/route.ts";
import * as testGeneratorS from "#app/test/api/url_generator_s/[pluginKey]/[deviceId]/[age]/route.ts";
import * as callback from "#app/verify/[provider]/callback/route.ts";
import * as link from "#app/verify/[provider]/route.ts";

type Context = { params: Promise<Record<string, string>> };
type Handler = (request: Request, context: Context) => Response | Promise<Response>;

/** The routes as Next finds them. */
const ROUTES: [RegExp, Record<string, unknown>][] = [
  [/^\/api\/url_generator_s(\/[^/]+){3}$/, generatorS],
  [/^\/api\/url_generator_b(\/[^/]+){3}$/, generatorB],
  [/^\/api\/auth_check(\/[^/]+){2}$/, authCheck],
  [/^\/test\/api\/url_generator_s(\/[^/]+){3}$/, testGeneratorS],
  [/^\/test\/api\/url_generator_b(\/[^/]+){3}$/, testGeneratorB],
  [/^\/test\/api\/auth_check(\/[^/]+){2}$/, testAuthCheck],
  [/^\/api\/stripe\/webhook$/, stripeWebhook],
  [/^\/api\/health\/live$/, live],
  [/^\/api\/health\/ready$/, ready],
  [/^\/doctor(\/|$)/, gateTest],
  [/^\/refused$/, refused],
  [/^\/openapi\.json$/, openApi],
  [/^\/verify\/(?<provider>[^/]+)\/callback$/, callback],
  [/^\/verify\/(?<provider>[^/]+)$/, link],
  [/^\/eid\/(?<pack>[^/]+)$/, eidMark],
  [/^\/logos\/(?<digest>[^/]+)$/, logo],
  [/^\/sign-in\/email$/, requestLink],
  [/^\/sign-in\/open$/, openLink],
  [/^\/sign-in\/provider$/, askProvider],
  [/^\/sign-in\/begin$/, begin],
  [/^\/sign-out$/, signOut],
  [/^\/api\/auth\/callback\/oidc$/, providerCallback],
  [/^/, anythingElse],
];

/** The answer of the route function that Next would call. */
export async function callRoute(path: string, method: string, headers: Record<string, string>, body?: string) {
  const url = new URL(path, process.env.BASE_URL);
  const [pattern, route] = ROUTES.find(([pattern]) => pattern.test(url.pathname)) ?? [/^/, anythingElse];
  const handler = (route as Record<string, Handler | undefined>)[method];
  const params = pattern.exec(url.pathname)?.groups ?? {};
  const response = handler
    ? await handler(new Request(url, { method, headers, ...(body !== undefined && { body }) }), {
        params: Promise.resolve(params),
      })
    : new Response(null, { status: 405 });
  return { status: response.status, headers: response.headers, text: method === "HEAD" ? "" : await response.text() };
}
