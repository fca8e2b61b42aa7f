import { readBrowserInfo } from "#app/_http/browser.ts";
import { NO_STORE, seeOther } from "#app/_http/responses.ts";
import { faultOf, log } from "#lib/core/log.ts";
import { finishProviderSignIn } from "#lib/sign-in/provider.ts";

/** Where the operator's own OpenID provider sends a member back to. */
export async function GET(request: Request): Promise<Response> {
  try {
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const signedIn = await finishProviderSignIn(query, readBrowserInfo(request));
    return "problem" in signedIn
      ? seeOther(`/sign-in?problem=${signedIn.problem}`, NO_STORE)
      : seeOther(signedIn.location, NO_STORE, signedIn.setCookies);
  } catch (fault) {
    log.error({ event: "sign_in_failed", ...faultOf(fault) });
    return seeOther("/sign-in?problem=unavailable", NO_STORE);
  }
}

/** The answer can be taken once: a look at the headers must not. */
export function HEAD(): Response {
  return new Response(null, { status: 405, headers: { Allow: "GET" } });
}
