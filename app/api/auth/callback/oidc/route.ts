import { readBrowserInfo } from "#app/_http/browser.ts";
import { NO_STORE, seeOther } from "#app/_http/responses.ts";
import { unavailablePage } from "#app/_site/site-page.tsx";
import { faultOf, log } from "#lib/observe/log.ts";
import { finishProviderSignIn } from "#lib/sign-in/provider.ts";

/** The redirect URI for the operator's own OpenID provider. */
export async function GET(request: Request): Promise<Response> {
  try {
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const signedIn = await finishProviderSignIn(query, readBrowserInfo(request));
    return "problem" in signedIn
      ? seeOther(`/sign-in?problem=${signedIn.problem}`, NO_STORE)
      : seeOther(signedIn.location, NO_STORE, signedIn.setCookies);
  } catch (fault) {
    log.error({ event: "sign_in_failed", ...faultOf(fault) });
    return unavailablePage("sign-in");
  }
}

/** The provider's answer works once, so HEAD must not use it up. */
export function HEAD(): Response {
  return new Response(null, { status: 405, headers: { Allow: "GET" } });
}
