import { seeOther } from "#app/api/answer.ts";
import { finish } from "#lib/flow/finish.ts";
import { readVisitor, ticketCookie } from "./cookies.ts";
import { incompletePage } from "./incomplete.ts";
import { guarded, linkUrl } from "./link.ts";
import { hostOf, outcomeScreen } from "./screen.tsx";

const NO_STORE = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };

/** Where the eID sends the visitor back to. Shows nothing of its own but dead ends: the code leaves the address bar at once. */
export async function callback(request: Request, provider: string): Promise<Response> {
  if (provider !== "s" && provider !== "b") return outcomeScreen("not_found");
  return guarded(null, async () => {
    const finished = await finish(provider, new URL(request.url).searchParams, readVisitor(request));
    switch (finished.go) {
      case "home":
        return seeOther(finished.url, { ...NO_STORE, "Set-Cookie": ticketCookie(finished.ticket) });
      case "again":
        return seeOther(linkUrl({ provider, session: finished.session }), NO_STORE);
      case "other_browser": {
        const { shop } = finished;
        return outcomeScreen("other_browser", {
          shop,
          ways: (words) => [{ words: words("action.goBack", { host: hostOf(shop) }), href: `${shop.origin}/` }],
        });
      }
      case "incomplete":
        return incompletePage();
    }
  });
}
