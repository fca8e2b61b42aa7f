import { isDatabaseAway, unreadiness } from "#lib/core/health.ts";
import { VISITOR_MS } from "#lib/core/with-timeout.ts";
import type { Pages } from "./next-pages.ts";
import { pathOf } from "./read-head.ts";
import { answerUnavailable } from "./unavailable.ts";

/** Pages that nobody can be shown without the database; `proxy.ts` names the same. */
const OF_MEMBERS = /^\/(?:dashboard|welcome|invitation|test-check)(?:\/|$)/;
/** In milliseconds: an answer that has not begun is looked after. What asks the database takes 0.9 s at most. */
const LATE_MS = VISITOR_MS - 1_500;

/**
 * Answers 503 while the database is away. It is asked first, so that no form is half done, and again where an answer takes long.
 * One that takes long for another reason is waited for: a form may wait for a mail server, and a page for its turn.
 */
export function inTime(pages: Pages): Pages {
  return {
    ...pages,
    async answer(request, response) {
      const timer = setTimeout(async () => {
        if ((await unreadiness()) === "database_away") answerUnavailable(request, response);
      }, LATE_MS);
      response.once("close", () => clearTimeout(timer));
      if (OF_MEMBERS.test(pathOf(request.url ?? "")) && (await isDatabaseAway()))
        return answerUnavailable(request, response);
      return pages.answer(request, response);
    },
  };
}
