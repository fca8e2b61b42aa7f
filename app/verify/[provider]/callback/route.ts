import { NO_STORE, seeOther } from "#app/_http/responses.ts";
import { config } from "#lib/runtime/config.ts";
import { isEpochKnown } from "#lib/runtime/epoch.ts";
import { finish, sessionOf } from "#lib/verification/finish.ts";
import { liveCheckOf } from "#lib/verification/live-check.ts";
import { readBrowserCookies, storedChecks, unbindBrowser } from "../../_lib/browser-cookies.ts";
import { answerOrApologize, linkUrl } from "../../_lib/link.ts";
import { notFound } from "../../_lib/not-found.ts";

type Context = { params: Promise<{ provider: string }> };

/**
 * A browser keeps the fragment of an address when it is redirected, unless the new address has a fragment of its own. A
 * visitor who edits the request can make the eID put its code there.
 */
const NO_FRAGMENT = "#back";

/**
 * Answers where the eID sends the visitor back to. It shows no page: the redirect takes the code out of the address bar
 * at once.
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { provider } = await params;
  if (provider !== "s" && provider !== "b") return notFound(request);
  const query = new URL(request.url).searchParams;
  const session = isEpochKnown() ? sessionOf(query) : null;
  return answerOrApologize(request, session === null ? null : { provider, session }, async (deadline) => {
    const browser = readBrowserCookies(request);
    if (!query.has("state")) {
      const live = await liveCheckOf(provider, storedChecks(browser), browser, query.get("error"));
      if (live !== null) return seeOther(`${linkUrl({ provider, session: live })}&do=refused`, NO_STORE);
    }
    const finished = await finish(provider, query, browser, deadline);
    switch (finished.go) {
      case "home": {
        const { id, encryptedReturnUrl } = finished.ended;
        return seeOther(finished.url, NO_STORE, unbindBrowser(browser, id, encryptedReturnUrl));
      }
      case "again":
        return seeOther(linkUrl({ provider, session: finished.session }), NO_STORE);
      case "other_browser":
        return seeOther(`${linkUrl({ provider, session: finished.session })}&do=returned`, NO_STORE);
      case "incomplete":
        return seeOther(`${config().baseUrl}/verify/${provider}${NO_FRAGMENT}`, NO_STORE);
    }
  });
}

/** Next would run GET for HEAD. A request for the headers alone must not use up the eID's code. */
export function HEAD(): Response {
  return new Response(null, { status: 405, headers: { Allow: "GET" } });
}
