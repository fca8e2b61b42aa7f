import { NO_STORE, seeOther } from "#app/_http/responses.ts";
import { config } from "#lib/core/config.ts";
import { finish, sessionOf } from "#lib/verification/finish.ts";
import { guarded } from "./answer-faults.ts";
import { readVisitor, unbindBrowser } from "./browser-cookies.ts";
import { linkUrl } from "./link.ts";
import { notFound } from "./not-found.ts";

/**
 * A browser carries a fragment over to where it is led, unless that has one of its own; and a visitor who edits the request
 * can have the eID put the code into it.
 */
const NO_FRAGMENT = "#back";

/** Where the eID sends the visitor back to. Shows nothing of its own: the code leaves the address bar at once, wherever it came. */
export async function callback(request: Request, provider: string): Promise<Response> {
  if (provider !== "s" && provider !== "b") return notFound(request);
  const query = new URL(request.url).searchParams;
  const session = sessionOf(query);
  return guarded(request, session === null ? null : { provider, session }, async () => {
    const browser = readVisitor(request);
    const finished = await finish(provider, query, browser);
    switch (finished.go) {
      case "home":
        return seeOther(
          finished.url,
          NO_STORE,
          unbindBrowser(browser, finished.ended.id, finished.ended.encryptedReturnUrl),
        );
      case "again":
        return seeOther(linkUrl({ provider, session: finished.session }), NO_STORE);
      case "other_browser":
        return seeOther(`${linkUrl({ provider, session: finished.session })}&do=returned`, NO_STORE);
      case "incomplete":
        return seeOther(`${config().baseUrl}/verify/${provider}${NO_FRAGMENT}`, NO_STORE);
    }
  });
}
